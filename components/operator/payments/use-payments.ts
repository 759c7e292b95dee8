'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '#lib/client/call-api'
import {
  authorizationSchema,
  operatorPaymentDetailSchema,
  operatorPaymentPageSchema,
  unmatchedSchema,
} from '#lib/schemas/operator-payment'

/** While something is under way the page follows it. */
const followEveryMs = 3_000
const restMs = 15_000

export const paymentFilterNames = ['state', 'operation', 'network', 'payer', 'reference', 'cursor'] as const
export type PaymentFilters = Partial<
  Record<(typeof paymentFilterNames)[number] | 'unresolved' | 'limit', string>
>

export function usePayments(filters: PaymentFilters) {
  const query = new URLSearchParams(Object.entries(filters)).toString()
  return useQuery({
    queryKey: ['operator', 'payments', query],
    queryFn: ({ signal }) =>
      callApi({
        path: `/api/operator/payments${query && `?${query}`}`,
        schema: operatorPaymentPageSchema,
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: filters.unresolved ? followEveryMs : restMs,
  })
}

export function useUnmatched() {
  return useQuery({
    queryKey: ['operator', 'unmatched'],
    queryFn: ({ signal }) => callApi({ path: '/api/operator/unmatched', schema: unmatchedSchema, signal }),
    refetchInterval: ({ state }) =>
      state.data?.returns.some((one) => one.state === 'asked') ? followEveryMs : restMs,
  })
}

export function usePayment(id: string) {
  return useQuery({
    queryKey: ['operator', 'payment', id],
    queryFn: ({ signal }) =>
      callApi({
        path: `/api/operator/payments/${encodeURIComponent(id)}`,
        schema: operatorPaymentDetailSchema,
        signal,
      }),
    refetchInterval: ({ state }) => (state.data?.is_watched ? followEveryMs : false),
  })
}

/** Asked when the page asks, and whenever its reader does. */
export function useAuthorization(id: string) {
  return useQuery({
    queryKey: ['operator', 'payment', id, 'authorization'],
    queryFn: ({ signal }) =>
      callApi({
        path: `/api/operator/payments/${encodeURIComponent(id)}/authorization`,
        schema: authorizationSchema,
        signal,
      }),
    refetchOnWindowFocus: false,
  })
}
