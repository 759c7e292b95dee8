'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '#lib/client/call-api'
import {
  operatorChainsSchema,
  operatorTransactionDetailSchema,
  operatorTransactionPageSchema,
} from '#lib/schemas/operator-chain'

const followEveryMs = 3_000
const restMs = 10_000

export const transactionFilterNames = ['network', 'sender', 'state', 'kind', 'stuck', 'cursor'] as const
export type TransactionFilters = Partial<Record<(typeof transactionFilterNames)[number], string>>

export function useChains() {
  return useQuery({
    queryKey: ['operator', 'chains'],
    queryFn: ({ signal }) => callApi({ path: '/api/operator/chains', schema: operatorChainsSchema, signal }),
    refetchInterval: restMs,
  })
}

export function useTransactions(filters: TransactionFilters) {
  const query = new URLSearchParams(filters).toString()
  return useQuery({
    queryKey: ['operator', 'transactions', query],
    queryFn: ({ signal }) =>
      callApi({
        path: `/api/operator/transactions${query && `?${query}`}`,
        schema: operatorTransactionPageSchema,
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: restMs,
  })
}

const underWay = ['queued', 'sent', 'mined']

export function useTransaction(id: string) {
  return useQuery({
    queryKey: ['operator', 'transaction', id],
    queryFn: ({ signal }) =>
      callApi({
        path: `/api/operator/transactions/${encodeURIComponent(id)}`,
        schema: operatorTransactionDetailSchema,
        signal,
      }),
    refetchInterval: ({ state }) =>
      state.data && underWay.includes(state.data.state) ? followEveryMs : false,
  })
}
