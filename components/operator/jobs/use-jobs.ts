'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '#lib/client/call-api'
import { operatorJobPageSchema } from '#lib/schemas/operator-job'

const followEveryMs = 5_000

export const jobFilterNames = ['queue', 'state', 'cursor'] as const
export type JobFilters = Partial<Record<(typeof jobFilterNames)[number], string>>

export function useJobs(filters: JobFilters) {
  const query = new URLSearchParams(filters).toString()
  return useQuery({
    queryKey: ['operator', 'jobs', query],
    queryFn: ({ signal }) =>
      callApi({ path: `/api/operator/jobs${query && `?${query}`}`, schema: operatorJobPageSchema, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: followEveryMs,
  })
}
