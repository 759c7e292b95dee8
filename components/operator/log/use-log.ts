'use client'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { callApi } from '#lib/client/call-api'
import { actionPageSchema, checkedSignatureSchema } from '#lib/schemas/operator-action'
import { operatorQuery } from '../operator-query.ts'

export const logFilterNames = ['action', 'subject', 'subject_id', 'operator', 'cursor'] as const
export type LogFilters = Partial<Record<(typeof logFilterNames)[number], string>>

/** One page of what operators did. */
export function useLog(filters: LogFilters) {
  return useQuery({
    ...operatorQuery({ path: 'actions', asked: filters, schema: actionPageSchema }),
    placeholderData: keepPreviousData,
  })
}

/** One entry, wherever in the log it is. */
export function useEntry(id: string | undefined) {
  return useQuery({
    ...operatorQuery({ path: 'actions', asked: { id }, schema: actionPageSchema }),
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
