'use client'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { callApi } from '#lib/client/call-api'
import { readinessSchema } from '#lib/schemas/readiness'

const everyMs = { running: 60_000, paused: 10_000 }

/**
 * True while the service is known to be frozen. If the state could not be loaded, no button is disabled: the service itself refuses
 * what it must.
 */
export function usePaymentsPaused(): boolean {
  return usePausedNetworks().isFrozen
}

/**
 * What is known of pauses: of all payments, and by network (CAIP-2). If the service could not be asked, nothing is paused. `checkAgain`: after
 * a refusal that a pause may explain.
 */
export function usePausedNetworks(): {
  isFrozen: boolean
  networks: ReadonlySet<string>
  checkAgain: () => void
} {
  const { data, isSuccess, refetch } = useReadiness()
  const chains = isSuccess ? data.chains : []
  return {
    isFrozen: isSuccess && data.frozen !== null,
    networks: new Set(chains.flatMap((one) => (one.payments_paused === null ? [] : [one.network]))),
    checkAgain: () => void refetch(),
  }
}

function useReadiness() {
  return useQuery({
    queryKey: ['readiness'],
    queryFn: ({ signal }) => callApi({ path: '/api/ready', schema: readinessSchema, signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (isPaused(state.data) ? everyMs.paused : everyMs.running),
  })
}

function isPaused(readiness: z.output<typeof readinessSchema> | undefined): boolean {
  return (
    readiness !== undefined &&
    (readiness.frozen !== null || readiness.chains.some((one) => one.payments_paused !== null))
  )
}
