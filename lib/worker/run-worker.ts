import 'server-only'
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Context } from '#lib/adapters/context'
import { workerChannel } from '#lib/adapters/worker-notifier'
import { beat, stopBeating } from '#lib/services/health/beat'
import { runStep } from '#lib/worker/run-step'
import type { Step } from '#lib/worker/step'
import { stepsOf } from '#lib/worker/steps'
import { createWaker } from '#lib/worker/waker'

/** A third of the time after which a worker counts as silent. */
const beatEveryMs = 10_000
/** A step may wait for a chain that does not answer. It can be interrupted, because it resumes from its stored row. */
const stopTimeoutMs = 5_000

/**
 * Does the background work until the signal, then ends what is under way and returns. Any number of workers may run at
 * once; each step takes care that nothing is done twice.
 */
export async function runWorker(args: { ctx: Context; signal: AbortSignal; steps?: Step[] }): Promise<void> {
  const { ctx, signal, steps = stepsOf(ctx) } = args
  const workerId = `${hostname()}:${process.pid}:${randomBytes(4).toString('hex')}`
  const waker = createWaker()
  // Notifications that are sent while the connection is broken do not arrive, so listening again counts as one.
  const subscription = await ctx.sql.listen(workerChannel, waker.wake, waker.wake)
  const heartbeat: Step = { name: 'heartbeat', everyMs: beatEveryMs, run: () => beat({ ctx, workerId }) }
  ctx.log.info({ workerId, steps: steps.map((step) => step.name) }, 'worker started')
  try {
    const running = Promise.all([heartbeat, ...steps].map((step) => runStep({ ctx, step, waker, signal })))
    const late = new Promise((done) => {
      signal.addEventListener('abort', () => setTimeout(done, stopTimeoutMs).unref(), { once: true })
    })
    await Promise.race([running, late])
  } finally {
    await subscription.unlisten()
    await stopBeating({ ctx, workerId })
  }
  ctx.log.info({ workerId }, 'worker stopped')
}
