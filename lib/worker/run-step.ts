import 'server-only'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Context } from '#lib/adapters/context'
import { metrics } from '#lib/adapters/metrics/registry'
import { tracedStep } from '#lib/adapters/trace'
import type { Step } from '#lib/worker/step'
import type { Waker } from '#lib/worker/waker'

const maxBackoffMs = 60_000
/** Least time between two passes: under load, notices come faster than a pass is worth. */
const minGapMs = 100
/** After a notification there is often more to do, such as following a transaction. */
const activeForMs = 60_000
const usualIdleEveryMs = 30_000
/**
 * Long pauses end at multiples of these, so that the steps of an idle process wake it together and share what they ask. A pause is never
 * longer for it.
 */
const ticksMs = [30_000, 5_000]
/** A timer may end this much early. */
const timerPrecisionMs = 2

type RunArgs = { ctx: Context; step: Step; waker: Waker; signal: AbortSignal }

/**
 * Runs one step until the signal. A failure is logged and the step waits, twice as long each time up to a minute. It never
 * stops another step.
 */
export async function runStep(args: RunArgs): Promise<void> {
  const { ctx, step, waker, signal } = args
  let failures = 0
  let seen = -1
  let activeUntil = 0
  while (!signal.aborted) {
    const since = waker.count()
    if (since !== seen) activeUntil = performance.now() + activeForMs
    seen = since
    try {
      const asked = await tracedStep(`step ${step.name}`, () => step.run({ ctx, signal }))
      if (failures > 0) ctx.log.info({ step: step.name, failures }, 'worker step works again')
      failures = 0
      metrics().stepSucceeded.set({ step: step.name }, Date.now() / 1_000)
      const wishedMs = typeof asked === 'object' ? asked.againInMs : undefined
      if (!step.onNotify) {
        await waker.sleep({ ms: untilTick(wishedMs ?? step.everyMs), since: undefined, signal })
        continue
      }
      await waker.sleep({ ms: minGapMs, since: undefined, signal })
      const isActive = asked === 'busy' || performance.now() < activeUntil
      if (wishedMs === undefined && !isActive) await sleepIdle({ ...args, since })
      else {
        const waitMs = untilTick(wishedMs ?? step.everyMs)
        await waker.sleep({ ms: Math.max(0, waitMs - minGapMs), since, signal })
      }
    } catch (error) {
      failures += 1
      metrics().stepFailures.inc({ step: step.name })
      const waitMs = backoffMs(step.everyMs, failures)
      ctx.log.error({ step: step.name, failures, waitMs, error: errorText(error) }, 'worker step failed')
      await waker.sleep({ ms: waitMs, since: undefined, signal })
    }
  }
}

/** Waits until a notification, the next due time, or the end of the idle pace. */
async function sleepIdle({ ctx, step, waker, signal, since }: RunArgs & { since: number }): Promise<void> {
  const { everyMs, idleEveryMs = usualIdleEveryMs, nextDueMs, lookEveryMs } = step
  const idleUntil = performance.now() + untilTick(idleEveryMs)
  for (let hasJustRun = true; ; hasJustRun = false) {
    let dueMs = (await nextDueMs?.({ ctx })) ?? Number.POSITIVE_INFINITY
    // If work is still due right after a run, another process holds it or it must wait. Trying again at once would not help.
    dueMs = hasJustRun ? Math.max(everyMs, dueMs > 0 ? dueMs : (lookEveryMs ?? 0)) : Math.max(0, dueMs)
    const leftMs = Math.max(0, idleUntil - performance.now())
    const pauseMs = Math.min(leftMs, dueMs, lookEveryMs === undefined ? leftMs : untilTick(lookEveryMs))
    await waker.sleep({ ms: pauseMs, since, signal })
    const isWoken = signal.aborted || waker.count() !== since
    if (isWoken || pauseMs === dueMs || performance.now() >= idleUntil - timerPrecisionMs) return
  }
}

/** `ms` or a little less, so that the pause ends at a tick. Pauses that are shorter than a tick are as given. */
function untilTick(ms: number): number {
  const tickMs = ticksMs.find((tick) => tick <= ms)
  if (tickMs === undefined) return ms
  const now = performance.now()
  return Math.floor((now + ms + timerPrecisionMs) / tickMs) * tickMs - now
}

function backoffMs(everyMs: number, failures: number): number {
  return Math.max(everyMs, Math.min(maxBackoffMs, 500 * 2 ** Math.min(failures, 10)))
}
