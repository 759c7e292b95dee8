import { setTimeout as sleep } from 'node:timers/promises'
import { atMost } from '#lib/adapters/at-most'

export type Pace = {
  /** After each call the next one waits this many times as long as the call took. */
  restRatio: number
  /** The longest rest, for calls that took long because they waited for something. */
  maxRestMs: number
  /** Calls that may wait. */
  maxWaiting: number
  rest?: (ms: number) => Promise<unknown>
  nowMs?: () => number
}

/**
 * Wraps costly work that strangers can ask for: calls run one at a time with a rest after each, so all of them together take at
 * most `1 / (1 + restRatio)` of a processor.
 *
 * @returns a function whose result is `undefined` if too many calls wait
 */
export function paced<Args extends unknown[], Result>(
  { restRatio, maxRestMs, maxWaiting, rest = sleep, nowMs = () => performance.now() }: Pace,
  run: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> | undefined {
  let waiting = 0
  const inTurn = atMost(1, async (work: () => Promise<void>) => {
    waiting -= 1
    const begunMs = nowMs()
    await work()
    await rest(Math.min((nowMs() - begunMs) * restRatio, maxRestMs))
  })
  return (...args) => {
    if (waiting >= maxWaiting) return undefined
    waiting += 1
    // The caller does not wait for the rest.
    return new Promise((resolve, reject) => {
      void inTurn(() => run(...args).then(resolve, reject))
    })
  }
}
