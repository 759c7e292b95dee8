'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '#lib/client/call-api'
import {
  intakeSchema,
  operatorCaptureSchema,
  operatorTreesSchema,
  operatorWithdrawalsSchema,
} from '#lib/schemas/operator-captures'

/** Trees come and captures are gathered while the page is looked at. */
const followEveryMs = 5_000

export function useIntake() {
  return useQuery({
    queryKey: ['operator', 'intake'],
    queryFn: ({ signal }) => callApi({ path: '/api/operator/captures', schema: intakeSchema, signal }),
    refetchInterval: followEveryMs,
  })
}

/** @param id 64 hexadecimal digits: of a file or a leaf */
export function useCapture(id: string) {
  return useQuery({
    queryKey: ['operator', 'capture', id],
    queryFn: ({ signal }) =>
      callApi({
        path: `/api/operator/captures/${encodeURIComponent(id)}`,
        schema: operatorCaptureSchema,
        signal,
      }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'waiting' || state.data?.state === 'attesting' ? followEveryMs : false,
  })
}

export function useTrees(filters: { state?: string | undefined; cursor?: string | undefined }) {
  return useQuery({
    queryKey: ['operator', 'trees', filters],
    queryFn: ({ signal }) =>
      callApi({ path: `/api/operator/trees${queryOf(filters)}`, schema: operatorTreesSchema, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: followEveryMs,
  })
}

export function useWithdrawals(filters: { reason?: string | undefined; cursor?: string | undefined }) {
  return useQuery({
    queryKey: ['operator', 'withdrawals', filters],
    queryFn: ({ signal }) =>
      callApi({
        path: `/api/operator/withdrawals${queryOf(filters)}`,
        schema: operatorWithdrawalsSchema,
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

function queryOf(filters: Record<string, string | undefined>): `?${string}` | '' {
  const given = Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
