'use client'
import { useState } from 'react'
import type { useDraft } from './use-draft.ts'

/** Title, instructions and area of an order. Every change is stored as the draft. */
export function useOrderWords({ first, keep }: ReturnType<typeof useDraft>) {
  const { title, brief, place } = first
  const [words, setWords] = useState({ title, brief, place })
  const change = (changes: Partial<typeof words>) => {
    const next = { ...words, ...changes }
    setWords(next)
    keep(next)
  }
  return {
    ...words,
    setTitle: (next: string) => change({ title: next }),
    setBrief: (next: string) => change({ brief: next }),
    setPlace: (next: string | undefined) => change({ place: next }),
  }
}
export type OrderWords = ReturnType<typeof useOrderWords>
