'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  intakeSchema,
  operatorCaptureSchema,
  operatorTreesSchema,
  operatorWithdrawalsSchema,
} from '#lib/schemas/operator-captures'
import { operatorQuery } from '../operator-query.ts'

/** Trees come and captures are gathered while the page is looked at. */
const followEveryMs = 5_000

export function useIntake() {
  return useQuery({
    ...operatorQuery({ path: 'captures', schema: intakeSchema }),
    refetchInterval: followEveryMs,
  })
}

/** @param id 64 hexadecimal digits: of a file or a leaf */
export function useCapture(id: string) {
  return useQuery({
    ...operatorQuery({ path: `captures/${encodeURIComponent(id)}`, schema: operatorCaptureSchema }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'waiting' || state.data?.state === 'attesting' ? followEveryMs : false,
  })
}

export function useTrees(filters: { state?: string; cursor?: string }) {
  return useQuery({
    ...operatorQuery({ path: 'trees', asked: filters, schema: operatorTreesSchema }),
    placeholderData: keepPreviousData,
    refetchInterval: followEveryMs,
  })
}

export function useWithdrawals(filters: { reason?: string; cursor?: string }) {
  return useQuery({
    ...operatorQuery({ path: 'withdrawals', asked: filters, schema: operatorWithdrawalsSchema }),
    placeholderData: keepPreviousData,
  })
}
