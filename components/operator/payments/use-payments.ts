'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  authorizationSchema,
  operatorPaymentDetailSchema,
  operatorPaymentPageSchema,
  unmatchedSchema,
} from '#lib/schemas/operator-payment'
import { operatorQuery } from '../operator-query.ts'

/** While something is under way the page follows it. */
const followEveryMs = 3_000
const restMs = 15_000

export const paymentFilterNames = ['state', 'operation', 'network', 'payer', 'reference', 'cursor'] as const
export type PaymentFilters = Partial<
  Record<(typeof paymentFilterNames)[number] | 'unresolved' | 'limit', string>
>

export function usePayments(filters: PaymentFilters) {
  return useQuery({
    ...operatorQuery({ path: 'payments', asked: filters, schema: operatorPaymentPageSchema }),
    placeholderData: keepPreviousData,
    refetchInterval: filters.unresolved ? followEveryMs : restMs,
  })
}

export function useUnmatched() {
  return useQuery({
    ...operatorQuery({ path: 'unmatched', schema: unmatchedSchema }),
    refetchInterval: ({ state }) =>
      state.data?.returns.some((one) => one.state === 'asked') ? followEveryMs : restMs,
  })
}

export function usePayment(id: string) {
  return useQuery({
    ...operatorQuery({ path: `payments/${encodeURIComponent(id)}`, schema: operatorPaymentDetailSchema }),
    refetchInterval: ({ state }) => (state.data?.is_watched ? followEveryMs : false),
  })
}

/** Asked when the page asks, and whenever its reader does. */
export function useAuthorization(id: string) {
  const path = `payments/${encodeURIComponent(id)}/authorization`
  return useQuery({
    ...operatorQuery({ path, schema: authorizationSchema }),
    refetchOnWindowFocus: false,
  })
}
