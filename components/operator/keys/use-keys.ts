'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '#lib/client/call-api'
import { operatorKeysSchema } from '#lib/schemas/operator-keys'

export const keyFilterNames = ['state', 'tier', 'account', 'cursor'] as const
export type KeyFilters = Partial<Record<(typeof keyFilterNames)[number], string>>

/** Streams open and end while the page is looked at. */
const followEveryMs = 10_000

export function useKeys(filters: KeyFilters) {
  const query = new URLSearchParams(filters).toString()
  return useQuery({
    queryKey: ['operator', 'keys', query],
    queryFn: ({ signal }) =>
      callApi({ path: `/api/operator/keys${query && `?${query}`}`, schema: operatorKeysSchema, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: followEveryMs,
  })
}
