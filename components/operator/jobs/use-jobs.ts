'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { operatorJobPageSchema } from '#lib/schemas/operator-job'
import { operatorQuery } from '../operator-query.ts'

const followEveryMs = 5_000

export const jobFilterNames = ['queue', 'state', 'cursor'] as const
type JobFilters = Partial<Record<(typeof jobFilterNames)[number], string>>

export function useJobs(filters: JobFilters) {
  return useQuery({
    ...operatorQuery({ path: 'jobs', asked: filters, schema: operatorJobPageSchema }),
    placeholderData: keepPreviousData,
    refetchInterval: followEveryMs,
  })
}
