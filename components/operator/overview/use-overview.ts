'use client'
import { useEffect, useState } from 'react'
import { type HistoryRange, historySchema } from '#lib/schemas/operator-history'
import { overviewSchema } from '#lib/schemas/operator-overview'
import { pulseSchema } from '#lib/schemas/operator-pulse'
import { useAsked } from '../operator-query.ts'

const overviewEveryMs = 5_000
const historyEveryMs = 60_000

/** The last result stays until a newer one arrives. */
export function useOverview(everyMs = overviewEveryMs) {
  return useAsked({ path: 'overview', schema: overviewSchema, everyMs })
}

/** While another page is open. */
const countEveryMs = 15_000

/** The overview for what every page of the console shows of it. */
export const useOverviewInFrame = () => useOverview(countEveryMs)

/** The freeze of the service; `null` if it runs, `undefined` until that is known. The headline says the same, from the same answer. */
export const useFrozen = () => useOverviewInFrame().data?.frozen

/** How long ago an answer arrived, renewed every five seconds. @param atMs epoch milliseconds of this browser */
export function useSecondsSince(atMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), overviewEveryMs)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.round((now - atMs) / 1_000))
}

export function usePulse() {
  return useAsked({ path: 'pulse', schema: pulseSchema, everyMs: historyEveryMs })
}

export function useHistory(range: HistoryRange) {
  return useAsked({
    path: 'history',
    asked: { range },
    schema: historySchema,
    everyMs: historyEveryMs,
    isList: true,
  })
}
