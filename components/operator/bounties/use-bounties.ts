'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '#lib/client/call-api'
import { isEnded } from '#lib/domain/bounty'
import { operatorBountyDetailSchema, operatorBountyPageSchema } from '#lib/schemas/operator-bounty'

/** What is under way is followed. */
const followEveryMs = 3_000
const restMs = 10_000

export const bountyFilterNames = ['state', 'stuck', 'network', 'text', 'order', 'cursor'] as const
export type BountyFilters = Partial<Record<(typeof bountyFilterNames)[number], string>>

export function useBounties(filters: BountyFilters) {
  const query = new URLSearchParams(Object.entries(filters)).toString()
  return useQuery({
    queryKey: ['operator', 'bounties', query],
    queryFn: ({ signal }) =>
      callApi({
        path: `/api/operator/bounties${query && `?${query}`}`,
        schema: operatorBountyPageSchema,
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: restMs,
  })
}

export function useBounty(bountyId: string) {
  return useQuery({
    queryKey: ['operator', 'bounty', bountyId],
    queryFn: ({ signal }) =>
      callApi({
        path: `/api/operator/bounties/${encodeURIComponent(bountyId)}`,
        schema: operatorBountyDetailSchema,
        signal,
      }),
    refetchInterval: ({ state }) => {
      if (!state.data) return restMs
      if (isEnded(state.data.state)) return false
      return state.data.state === 'open' && state.data.post_is_final ? restMs : followEveryMs
    },
  })
}
