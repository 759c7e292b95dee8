import 'server-only'
import { availableParallelism } from 'node:os'
import type { Context } from '#lib/adapters/context'
import { isJobDue, type JobName, type Jobs } from '#lib/adapters/jobs'
import { type CpuMeter, withCpuMeter } from '#lib/adapters/media/cpu-meter'
import { type TakenJob, takeJob } from '#lib/adapters/take-job'
import { chargeCpu } from '#lib/services/media/charge-cpu'
import { runInspect } from '#lib/services/media/run-inspect'
import { runPreview } from '#lib/services/media/run-preview'
import { runReconstruct } from '#lib/services/media/run-reconstruct'
import type { Bell } from '#lib/worker/wake'
import { createBell } from '#lib/worker/wake'

const lookEveryMs = 1_000
/** People wait for checks and previews, so these go before models; but after so many of them a model that waits has its turn. */
const smallBeforeModel = 20

/**
 * Takes jobs and does them, at most `MEDIA_JOBS` at once: one takes a slot, a reconstruction as many as it has threads.
 * Returns after the signal, when what ran has been stopped and given back.
 *
 * What is heavy in a job runs in programs of their own, so that this process goes on sending transactions.
 *
 * While the queue does not answer, what runs goes on.
 */
export async function runMediaJobs(args: { ctx: Context; jobs: Jobs; signal: AbortSignal }): Promise<void> {
  const { ctx, jobs, signal } = args
  const desk = createDesk(ctx, jobs)
  let failures = 0
  while (!signal.aborted) {
    const heard = desk.ended.count()
    try {
      const job = await desk.next()
      if (failures > 0) ctx.log.info({ failures }, 'job queue answers again')
      failures = 0
      if (job) desk.start(job, signal)
      else await desk.ended.sleep({ ms: lookEveryMs, heard, signal })
    } catch (error) {
      failures += 1
      ctx.log.error({ failures, error: textOf(error) }, 'no job could be taken')
      await desk.ended.sleep({ ms: lookEveryMs * Math.min(failures, 10), heard: undefined, signal })
    }
  }
  await desk.idle()
}

function createDesk(ctx: Context, jobs: Jobs) {
  const slots = ctx.env.media.jobs
  const costs: Record<JobName, number> = {
    inspect: 1,
    preview: 1,
    reconstruct: Math.min(slots, availableParallelism()),
  }
  /** One wallet's films never hold the last slot, so that another's first one need not wait for any of them to end. */
  const slotsOfOne = Math.max(1, slots - 1)
  const held = new Map<string, number>()
  const running = new Set<Promise<void>>()
  const ended: Bell = createBell()
  let free = slots
  let smallInARow = 0

  const takeSmall = () => {
    const except = [...held].filter(([, count]) => count >= slotsOfOne).map(([wallet]) => wallet)
    return takeJob({ jobs, db: ctx.db, names: ['inspect', 'preview'], except })
  }
  const takeModel = async () =>
    free >= costs.reconstruct ? takeJob({ jobs, db: ctx.db, names: ['reconstruct'] }) : undefined
  const next = async (): Promise<TakenJob | undefined> => {
    if (free === 0) return undefined
    if (smallInARow < smallBeforeModel) return (await takeSmall()) ?? takeModel()
    const model = await takeModel()
    if (model) return model
    // Until there is room for the model that waits, nothing smaller takes it.
    if (free < costs.reconstruct && (await isJobDue({ db: ctx.db, name: 'reconstruct' }))) return undefined
    smallInARow = 0
    return takeSmall()
  }

  const hold = (wallet: string | undefined, change: number) => {
    if (wallet === undefined) return
    const count = (held.get(wallet) ?? 0) + change
    if (count === 0) held.delete(wallet)
    else held.set(wallet, count)
  }

  const start = (job: TakenJob, signal: AbortSignal) => {
    free -= costs[job.name]
    hold(job.wallet, 1)
    smallInARow = job.name === 'reconstruct' ? 0 : smallInARow + 1
    const run = runJob(ctx, job, signal).finally(() => {
      running.delete(run)
      free += costs[job.name]
      hold(job.wallet, -1)
      ended.ring()
    })
    running.add(run)
  }
  return { next, start, ended, idle: () => Promise.all(running) }
}

/** Never throws: what cannot be told to the queue is found out by the silence of the job's heartbeat. */
async function runJob(ctx: Context, job: TakenJob, stop: AbortSignal): Promise<void> {
  const { name, submissionId, attempt } = job
  const begun = performance.now()
  const meter = { seconds: 0 }
  try {
    await withCpuMeter(meter, () => perform(ctx, job, stop)).finally(() => charge(ctx, job, meter))
    const ms = Math.round(performance.now() - begun)
    ctx.log.info({ job: name, submissionId, attempt, ms, cpuSeconds: meter.seconds }, 'job done')
  } catch (error) {
    ctx.log.error({ job: name, submissionId, attempt, error: textOf(error) }, 'end of a job not recorded')
  }
}

/** A model is not charged: who had the film accepted has paid for it. */
async function charge(
  ctx: Context,
  { wallet, submissionId }: TakenJob,
  { seconds }: CpuMeter,
): Promise<void> {
  if (wallet === undefined || seconds === 0) return
  await chargeCpu({ ctx, input: { wallet, seconds } }).catch((error: unknown) => {
    ctx.log.warn({ submissionId, seconds, error: textOf(error) }, 'CPU time not charged')
  })
}

async function perform(ctx: Context, job: TakenJob, stop: AbortSignal): Promise<void> {
  const { name, submissionId, attempt } = job
  const signal = AbortSignal.any([stop, job.lost])
  const verbs = { inspect: runInspect, preview: runPreview, reconstruct: runReconstruct }
  try {
    await verbs[name]({ ctx, input: { submissionId, attempt }, signal })
  } catch (error) {
    if (stop.aborted) return job.giveBack()
    if (!job.lost.aborted)
      ctx.log.error({ job: name, submissionId, attempt, error: textOf(error) }, 'job failed')
    return job.failed(error)
  }
  await job.done()
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
