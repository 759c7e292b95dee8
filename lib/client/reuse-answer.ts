import type { Observation } from '#lib/schemas/observation'
import { type ExploreState, emptyState, questionOf, type TimeWindow } from './explore-url.ts'
import type { PaidAnswer } from './paid-answers.ts'
import { periodOf } from './spatial-request.ts'

type Query = Pick<ExploreState, 'area' | 'window' | 'limit'>
type Bought = Pick<PaidAnswer, 'asked_at' | 'result'> & { state: Query }

/** Of a period that ends now, this much may have passed since the purchase: a share of the period, and a time. */
const maxUnknown = { share: 0.1, ms: 86_400_000 }

/**
 * Finds the newest bought answer that contains the answer to a query, so that nobody pays for it again: it is of the same area, its period
 * contains that of the query, and its limit left out nothing. Captures that were published after the purchase are not in it.
 *
 * @returns that answer, and the part of it that a query would return; `undefined` if there is none
 */
export function reuseAnswer<Answer extends Bought>(
  query: Query,
  answers: readonly Answer[],
  now: Date,
): { answer: Answer; result: Answer['result'] } | undefined {
  const [answer] = answers
    .filter((one) => isWhole(one) && isSameArea(one.state, query) && isWithin(query.window, one, now))
    .sort((a, b) => b.asked_at.localeCompare(a.asked_at))
  return answer && { answer, result: partOf(answer, query, now) }
}

function isWhole({ state, result }: Bought): boolean {
  return result.observations.length < state.limit
}

function isSameArea(a: Query, b: Query): boolean {
  return a.area !== undefined && areaOf(a) === areaOf(b)
}

function areaOf({ area }: Query): string {
  return questionOf({ ...emptyState, area })
}

function isWithin(window: TimeWindow, answer: Bought, now: Date): boolean {
  const { fromMs, toMs } = periodOf(window, now)
  const [boughtFromMs, boughtToMs] = [
    Date.parse(answer.result.window.from),
    Date.parse(answer.result.window.to),
  ]
  if (fromMs > toMs || fromMs < boughtFromMs) return false
  const endsNow = isUntilNow(window) && isUntilNow(answer.state.window)
  if (toMs > boughtToMs && !endsNow) return false
  const unknownMs = Math.min(toMs, now.getTime()) - Date.parse(answer.asked_at)
  return unknownMs <= Math.min(maxUnknown.ms, (toMs - fromMs) * maxUnknown.share)
}

function isUntilNow(window: TimeWindow): boolean {
  return window.is === 'last' || window.to === undefined
}

function partOf({ result, state }: Bought, { window, limit }: Query, now: Date): Bought['result'] {
  const { fromMs, toMs } = periodOf(window, now)
  // The clock of this device may be behind that of the service, which ended the period of the answer.
  const endMs =
    isUntilNow(window) && isUntilNow(state.window) ? Math.max(toMs, Date.parse(result.window.to)) : toMs
  const isInside = ({ captured_at }: Observation) => {
    const ms = Date.parse(captured_at)
    return ms >= fromMs && ms <= endMs
  }
  return {
    window: { from: timeText(fromMs), to: timeText(endMs) },
    observations: result.observations.filter(isInside).slice(0, limit),
  }
}

function timeText(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z')
}
