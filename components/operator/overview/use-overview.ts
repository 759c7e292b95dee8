'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '#lib/client/call-api'
import { type HistoryRange, historySchema } from '#lib/schemas/operator-history'
import { auditRunsSchema, overviewSchema } from '#lib/schemas/operator-overview'

const everyMs = 5_000
const historyEveryMs = 60_000

/** Asked for again and again while somebody looks; what is shown stays until something newer is there. */
export function useOverview() {
  return useQuery({
    queryKey: ['operator', 'overview'],
    queryFn: ({ signal }) => callApi({ path: '/api/operator/overview', schema: overviewSchema, signal }),
    refetchInterval: everyMs,
  })
}

export function useHistory(range: HistoryRange) {
  return useQuery({
    queryKey: ['operator', 'history', range],
    queryFn: ({ signal }) =>
      callApi({ path: `/api/operator/history?range=${range}`, schema: historySchema, signal }),
    refetchInterval: historyEveryMs,
    placeholderData: keepPreviousData,
  })
}

/** @param isWanted nothing is asked for before somebody wants to see it */
export function useAudits(isWanted: boolean) {
  return useQuery({
    queryKey: ['operator', 'audits'],
    queryFn: ({ signal }) => callApi({ path: '/api/operator/audits', schema: auditRunsSchema, signal }),
    enabled: isWanted,
    refetchInterval: historyEveryMs,
  })
}
