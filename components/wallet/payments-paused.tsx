'use client'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '#lib/client/call-api'
import { readinessSchema } from '#lib/schemas/readiness'

const everyMs = { running: 60_000, paused: 10_000 }

/** True while the service is known to be frozen. If it could not be asked, nothing is blocked: the service itself refuses what it must. */
export function usePaymentsPaused(): boolean {
  const { data, isSuccess } = useQuery({
    queryKey: ['readiness'],
    queryFn: ({ signal }) => callApi({ path: '/api/ready', schema: readinessSchema, signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data?.frozen ? everyMs.paused : everyMs.running),
  })
  return isSuccess && data.frozen !== null
}
