import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '#testing/chaos/random'
import type { Member } from '#testing/load/fleet'

/** Time for a process to be up again before the next one is killed. */
const latestShare = 0.6

/**
 * Ends one web and one worker in every turn, each at a moment that chance picks, by SIGKILL and SIGTERM in turn. The last web
 * is left alone, so that it can be seen what one holds that lives long; any worker may be the one, since they share out
 * what only one may do.
 */
export function startStrikes(args: {
  webs: readonly Member[]
  workers: readonly Member[]
  everyMs: number
  random: Random
  say: (line: string) => void
}): { stop: () => Promise<void> } {
  const { webs, workers, everyMs, random, say } = args
  const stop = new AbortController()
  const struck = webs.length > 1 ? webs.slice(0, -1) : webs
  const strikeAt = async (
    beganAt: number,
    member: Member,
    afterMs: number,
    signal: 'SIGKILL' | 'SIGTERM',
  ) => {
    const waitMs = Math.max(0, beganAt + afterMs - performance.now())
    await sleep(waitMs, undefined, { signal: stop.signal }).catch(() => {})
    if (stop.signal.aborted) return
    say(`${signal} to ${member.name}`)
    await member.strike(signal)
  }
  const running = (async () => {
    const begun = performance.now()
    for (let turn = 0; !stop.signal.aborted; turn++) {
      const beganAt = begun + turn * everyMs
      const [first, second] =
        turn % 2 === 0 ? (['SIGKILL', 'SIGTERM'] as const) : (['SIGTERM', 'SIGKILL'] as const)
      const moment = () => random.between(0, Math.floor(everyMs * latestShare))
      await Promise.all([
        strikeAt(beganAt, random.pick(struck), moment(), first),
        strikeAt(beganAt, random.pick(workers), moment(), second),
      ])
      const restMs = Math.max(0, beganAt + everyMs - performance.now())
      await sleep(restMs, undefined, { signal: stop.signal }).catch(() => {})
    }
  })()
  return {
    stop: async () => {
      stop.abort()
      await running
    },
  }
}
