'use client'
import { useState } from 'react'
import type { BountyLimits } from '#lib/schemas/bounty-order'
import type { useDraft } from './use-draft.ts'

const usualDays = '7'

/** The fields of an order, as typed. Every change of any of them is stored as the draft. */
export function useOrderFields({ first, keep }: ReturnType<typeof useDraft>, { minUsdc }: BountyLimits) {
  const { title, brief, place, spot, placeName, network } = first
  const { amount = String(minUsdc), days = usualDays } = first
  const [fields, setFields] = useState({ title, brief, place, spot, placeName, amount, days, network })
  const change = (changes: Partial<typeof fields>) => {
    const next = { ...fields, ...changes }
    setFields(next)
    keep(next)
  }
  return { ...fields, change }
}
export type OrderFields = ReturnType<typeof useOrderFields>
