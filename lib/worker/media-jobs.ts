import 'server-only'
import type { Context } from '#lib/adapters/context'
import type { Jobs } from '#lib/adapters/jobs'
import { type CpuMeter, withCpuMeter } from '#lib/adapters/media/cpu-meter'
import { type NoJob, type TakenJob, takeJob } from '#lib/adapters/take-job'
import { workerChannel } from '#lib/adapters/worker-notifier'
import type { JobName } from '#lib/domain/film/job-names'
import { errorMessage } from '#lib/domain/text/error-message'
import { chargeCpu } from '#lib/services/media/charge-cpu'
import { resolveMissingJobs } from '#lib/services/media/resolve-missing-jobs'
import { runForecast } from '#lib/services/media/run-forecast'
import { runInspect } from '#lib/services/media/run-inspect'
import { runPreview } from '#lib/services/media/run-preview'
import { runReconstruct } from '#lib/services/media/run-reconstruct'
import { createWaker, type Waker } from '#lib/worker/waker'

/** For notifications that did not arrive, and for attempts that a worker put off before it died. */
const idleEveryMs = 60_000
const minPauseMs = 1_000
const forecastSlots = 1

/** Jobs that share slots. Groups do not wait for each other. */
type SlotGroup = { names: readonly JobName[]; slots: number }

/**
 * Takes and runs jobs: checks and previews in `MEDIA_JOBS` slots, forecasts in one and models in `MODEL_JOBS` slots of their own, so
 * that people never wait for a forecast or a model to see a film. After the signal it stops the running jobs, gives them back, and returns.
 *
 * Heavy work runs in separate programs, so that this process can send transactions meanwhile. If the queue does not answer,
 * running jobs continue.
 */
export async function runMediaJobs(args: { ctx: Context; jobs: Jobs; signal: AbortSignal }): Promise<void> {
  const { jobs, modelJobs } = args.ctx.env.media
  const groups: SlotGroup[] = [
    { names: ['inspect', 'preview'], slots: jobs },
    { names: ['forecast'], slots: Math.min(jobs, forecastSlots) },
    { names: ['reconstruct'], slots: modelJobs },
  ]
  const schedulers = groups
    .filter(({ slots }) => slots > 0)
    .map((group) => createScheduler(args.ctx, args.jobs, group))
  const wakeAll = () => {
    for (const { waker } of schedulers) waker.wake()
  }
  const subscription = await args.ctx.sql.listen(workerChannel, wakeAll, wakeAll)
  try {
    await Promise.all(schedulers.map((scheduler) => runScheduler({ ...args, scheduler })))
  } finally {
    await subscription.unlisten()
  }
}

async function runScheduler(args: {
  ctx: Context
  signal: AbortSignal
  scheduler: Scheduler
}): Promise<void> {
  const { ctx, signal, scheduler } = args
  const { waker } = scheduler
  let failures = 0
  while (!signal.aborted) {
    const since = waker.count()
    try {
      const next = await scheduler.next()
      if (failures > 0) ctx.log.info({ failures }, 'job queue answers again')
      failures = 0
      if (!('dueInMs' in next)) scheduler.start(next, signal)
      else {
        const ms = Math.max(minPauseMs, Math.min(next.dueInMs ?? idleEveryMs, idleEveryMs))
        await waker.sleep({ ms, since, signal })
      }
    } catch (error) {
      failures += 1
      ctx.log.error({ failures, error: errorMessage(error) }, 'no job could be taken')
      await waker.sleep({ ms: 1_000 * Math.min(failures, 10), since: undefined, signal })
    }
  }
  await scheduler.idle()
}

type Scheduler = ReturnType<typeof createScheduler>

function createScheduler(ctx: Context, jobs: Jobs, { names, slots }: SlotGroup) {
  /** The films of one wallet never take the last slot, so the first film of another wallet need not wait for their end. */
  const slotsOfOne = Math.max(1, slots - 1)
  const held = new Map<string, number>()
  const running = new Set<Promise<void>>()
  /** Woken by new jobs, and when a job has ended. */
  const waker: Waker = createWaker()

  const next = async (): Promise<TakenJob | NoJob> => {
    // The loop is woken when a job ends.
    if (running.size >= slots) return { dueInMs: undefined }
    const except = [...held].filter(([, count]) => count >= slotsOfOne).map(([wallet]) => wallet)
    return takeJob({ jobs, db: ctx.db, names, except })
  }

  const hold = (wallet: string | undefined, change: number) => {
    if (wallet === undefined) return
    const count = (held.get(wallet) ?? 0) + change
    if (count === 0) held.delete(wallet)
    else held.set(wallet, count)
  }

  const start = (job: TakenJob, signal: AbortSignal) => {
    hold(job.wallet, 1)
    const run = runJob(ctx, job, signal).finally(() => {
      running.delete(run)
      hold(job.wallet, -1)
      waker.wake()
    })
    running.add(run)
  }
  return { next, start, waker, idle: () => Promise.all(running) }
}

/** Never throws: if the end of a job cannot be recorded, the queue notices the missing heartbeat. */
async function runJob(ctx: Context, job: TakenJob, stop: AbortSignal): Promise<void> {
  const { name, submissionId, attempt } = job
  const begun = performance.now()
  const meter = { seconds: 0 }
  try {
    await withCpuMeter(meter, () => perform(ctx, job, stop)).finally(() => charge(ctx, job, meter))
    const ms = Math.round(performance.now() - begun)
    ctx.log.info({ job: name, submissionId, attempt, ms, cpuSeconds: meter.seconds }, 'job done')
  } catch (error) {
    ctx.log.error(
      { job: name, submissionId, attempt, error: errorMessage(error) },
      'end of a job not recorded',
    )
  }
}

/** A model is charged to no wallet's budget: the poster has paid for it. */
async function charge(
  ctx: Context,
  { wallet, submissionId }: TakenJob,
  { seconds }: CpuMeter,
): Promise<void> {
  if (wallet === undefined || seconds === 0) return
  await chargeCpu({ ctx, input: { wallet, seconds } }).catch((error: unknown) => {
    ctx.log.warn({ submissionId, seconds, error: errorMessage(error) }, 'CPU time not charged')
  })
}

async function perform(ctx: Context, job: TakenJob, stop: AbortSignal): Promise<void> {
  const { name, submissionId, attempt } = job
  const signal = AbortSignal.any([stop, job.takenOver])
  const verbs = {
    inspect: runInspect,
    preview: runPreview,
    forecast: runForecast,
    reconstruct: runReconstruct,
  }
  try {
    await verbs[name]({ ctx, input: { submissionId, attempt }, signal })
  } catch (error) {
    if (stop.aborted) return job.giveBack()
    if (!job.takenOver.aborted)
      ctx.log.error({ job: name, submissionId, attempt, error: errorMessage(error) }, 'job failed')
    await job.failed(error)
    // If this was the last attempt, the submission is marked as failed now.
    await resolveMissingJobs({ ctx })
    return
  }
  await job.done()
}
