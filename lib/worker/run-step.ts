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
 * Runs one step until the signal. A failure is logged and the step waits, twice as long each time up to a minute. It never
 * stops another step.
 */
export async function runStep(args: {
  ctx: Context
  step: Step
  waker: Waker
  signal: AbortSignal
}): Promise<void> {
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
      const isActive = !step.onNotify || asked === 'busy' || performance.now() < activeUntil
      const waitMs =
        typeof asked === 'object' ? asked.againInMs : isActive ? step.everyMs : await idleMs(step, ctx)
      if (step.onNotify) {
        await waker.sleep({ ms: minGapMs, since: undefined, signal })
        await waker.sleep({ ms: waitMs - minGapMs, since, signal })
      } else await waker.sleep({ ms: waitMs, since: undefined, signal })
    } catch (error) {
      failures += 1
      metrics().stepFailures.inc({ step: step.name })
      const waitMs = backoffMs(step.everyMs, failures)
      ctx.log.error({ step: step.name, failures, waitMs, error: errorText(error) }, 'worker step failed')
      await waker.sleep({ ms: waitMs, since: undefined, signal })
    }
  }
}

/** How long a step without work waits for a notification. */
async function idleMs(
  { everyMs, idleEveryMs = usualIdleEveryMs, nextDueMs }: Step,
  ctx: Context,
): Promise<number> {
  const due = await nextDueMs?.({ ctx })
  return Math.max(everyMs, Math.min(idleEveryMs, due ?? idleEveryMs))
}

function backoffMs(everyMs: number, failures: number): number {
  return Math.max(everyMs, Math.min(maxBackoffMs, 500 * 2 ** Math.min(failures, 10)))
}
