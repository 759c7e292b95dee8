'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type HistoryRange, historySchema } from '#lib/schemas/operator-history'
import { auditRunsSchema, overviewSchema } from '#lib/schemas/operator-overview'
import { operatorQuery } from '../operator-query.ts'

const everyMs = 5_000
const historyEveryMs = 60_000

/** Asked for again and again while somebody looks; what is shown stays until something newer is there. */
export function useOverview() {
  return useQuery({
    ...operatorQuery({ path: 'overview', schema: overviewSchema }),
    refetchInterval: everyMs,
  })
}

export function useHistory(range: HistoryRange) {
  return useQuery({
    ...operatorQuery({ path: 'history', asked: { range }, schema: historySchema }),
    refetchInterval: historyEveryMs,
    placeholderData: keepPreviousData,
  })
}

/** @param isWanted nothing is asked for before somebody wants to see it */
export function useAudits(isWanted: boolean) {
  return useQuery({
    ...operatorQuery({ path: 'audits', schema: auditRunsSchema }),
    enabled: isWanted,
    refetchInterval: historyEveryMs,
  })
}
