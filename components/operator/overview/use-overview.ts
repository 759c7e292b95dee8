'use client'
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

export function usePulse() {
  return useAsked({ path: 'pulse', schema: pulseSchema, everyMs: historyEveryMs })
}

export function useHistory(range: HistoryRange) {
  return useAsked({
    ...{ path: 'history', asked: { range }, schema: historySchema, everyMs: historyEveryMs, isList: true },
  })
}
