'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  operatorChainsSchema,
  operatorTransactionDetailSchema,
  operatorTransactionPageSchema,
} from '#lib/schemas/operator-chain'
import { operatorQuery } from '../operator-query.ts'

const followEveryMs = 3_000
const restMs = 10_000

export const transactionFilterNames = ['network', 'sender', 'state', 'kind', 'stuck', 'cursor'] as const
export type TransactionFilters = Partial<Record<(typeof transactionFilterNames)[number], string>>

export function useChains() {
  return useQuery({
    ...operatorQuery({ path: 'chains', schema: operatorChainsSchema }),
    refetchInterval: restMs,
  })
}

export function useTransactions(filters: TransactionFilters) {
  return useQuery({
    ...operatorQuery({ path: 'transactions', asked: filters, schema: operatorTransactionPageSchema }),
    placeholderData: keepPreviousData,
    refetchInterval: restMs,
  })
}

const underWay = ['queued', 'sent', 'mined']

export function useTransaction(id: string) {
  const path = `transactions/${encodeURIComponent(id)}`
  return useQuery({
    ...operatorQuery({ path, schema: operatorTransactionDetailSchema }),
    refetchInterval: ({ state }) =>
      state.data && underWay.includes(state.data.state) ? followEveryMs : false,
  })
}
