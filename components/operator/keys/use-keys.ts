'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { operatorKeysSchema } from '#lib/schemas/operator-keys'
import { operatorQuery } from '../operator-query.ts'

export const keyFilterNames = ['state', 'tier', 'account', 'cursor'] as const
type KeyFilters = Partial<Record<(typeof keyFilterNames)[number], string>>

/** Streams open and end while the page is looked at. */
const followEveryMs = 10_000

export function useKeys(filters: KeyFilters) {
  return useQuery({
    ...operatorQuery({ path: 'keys', asked: filters, schema: operatorKeysSchema }),
    placeholderData: keepPreviousData,
    refetchInterval: followEveryMs,
  })
}
