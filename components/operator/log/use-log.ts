'use client'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { callApi } from '#lib/client/call-api'
import { actionPageSchema, checkedSignatureSchema } from '#lib/schemas/operator-action'

export const logFilters = ['action', 'subject', 'subject_id', 'operator', 'cursor'] as const
export type LogFilters = Partial<Record<(typeof logFilters)[number], string>>

/** One page of what operators did. */
export function useLog(filters: LogFilters) {
  const query = new URLSearchParams(filters as Record<string, string>)
  return useQuery({
    queryKey: ['operator', 'log', filters],
    queryFn: ({ signal }) =>
      callApi({ path: `/api/operator/actions?${query}`, schema: actionPageSchema, signal }),
    placeholderData: keepPreviousData,
  })
}

/** One entry, wherever in the log it is. */
export function useEntry(id: string | undefined) {
  return useQuery({
    queryKey: ['operator', 'log', 'entry', id],
    queryFn: ({ signal }) =>
      callApi({
        path: `/api/operator/actions?id=${encodeURIComponent(id!)}`,
        schema: actionPageSchema,
        signal,
      }),
    enabled: id !== undefined,
  })
}

/** Has the signature of an entry looked at now. */
export function useCheckSignature(id: number) {
  return useMutation({
    mutationFn: () =>
      callApi({ path: `/api/operator/actions/${id}/signature`, schema: checkedSignatureSchema }),
  })
}
