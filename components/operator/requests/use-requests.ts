'use client'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { callApi } from '#lib/client/call-api'
import { operatorRequestDetailSchema, operatorRequestPageSchema } from '#lib/schemas/operator-request'
import { operatorQuery } from '../operator-query.ts'

export const filterNames = [
  'outcome',
  'code',
  'operation',
  'key',
  'bounty_id',
  'payment_id',
  'within',
  'until',
  'reads',
] as const
export type RequestFilters = Partial<Record<(typeof filterNames)[number], string>>

/** Answered requests in pages, newest first. */
export function useRequests(filters: RequestFilters) {
  return useInfiniteQuery({
    queryKey: ['operator', 'requests', filters],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ ...filters, ...(pageParam ? { cursor: pageParam } : {}) })
      return callApi({
        path: `/api/operator/requests?${query}`,
        schema: operatorRequestPageSchema,
        signal,
      })
    },
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  })
}

/** One request by its id, and what its absence may mean. */
export function useRequest(requestId: string) {
  return useQuery({
    ...operatorQuery({
      path: `requests/${encodeURIComponent(requestId)}`,
      schema: operatorRequestDetailSchema,
    }),
    // One that was just answered is written down a moment later.
    refetchInterval: ({ state }) =>
      state.data && state.data.request === null && state.dataUpdateCount < 4 ? 1_000 : false,
  })
}
