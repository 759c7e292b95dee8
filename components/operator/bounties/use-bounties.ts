'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isEnded } from '#lib/domain/bounty'
import { operatorBountyDetailSchema, operatorBountyPageSchema } from '#lib/schemas/operator-bounty'
import { operatorQuery } from '../operator-query.ts'

/** What is under way is followed. */
const followEveryMs = 3_000
const restMs = 10_000

export const bountyFilterNames = ['state', 'stuck', 'network', 'text', 'order', 'cursor'] as const
export type BountyFilters = Partial<Record<(typeof bountyFilterNames)[number], string>>

export function useBounties(filters: BountyFilters) {
  return useQuery({
    ...operatorQuery({ path: 'bounties', asked: filters, schema: operatorBountyPageSchema }),
    placeholderData: keepPreviousData,
    refetchInterval: restMs,
  })
}

export function useBounty(bountyId: string) {
  const path = `bounties/${encodeURIComponent(bountyId)}`
  return useQuery({
    ...operatorQuery({ path, schema: operatorBountyDetailSchema }),
    refetchInterval: ({ state }) => {
      if (!state.data) return restMs
      if (isEnded(state.data.state)) return false
      return state.data.state === 'open' && state.data.post_is_final ? restMs : followEveryMs
    },
  })
}
