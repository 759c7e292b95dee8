import 'server-only'
import type { Context } from '#lib/adapters/context'
import type { Jobs } from '#lib/adapters/jobs'
import { confinementOf } from '#lib/adapters/media/confinement'
import { deleteOriginals } from '#lib/services/media/delete-originals'
import { deliverCaptures } from '#lib/services/media/deliver-captures'
import { resolveMissingJobs } from '#lib/services/media/resolve-missing-jobs'
import { sweepWork } from '#lib/services/media/work-folder'
import { readUploads, untilNextRead } from '#lib/services/uploads/read-uploads'
import { deciding } from '#lib/worker/freeze-steps'
import { runMediaJobs } from '#lib/worker/media-jobs'
import { mayProcessFilms } from '#lib/worker/media-tools'
import { announcedIdleEveryMs, type Step } from '#lib/worker/step'

const deliverEveryMs = 2_000
/** A job whose last attempt fails is ended at once (`runMediaJobs`). This is for the jobs of workers that died, and for jobs that the queue does not have. */
const endEveryMs = 30_000
const deleteEveryMs = 600_000
const readEveryMs = 2_000
/** Validating the Content Credentials of a large film takes minutes. One reader takes no large films, so small films do not wait. */
const readers = [
  { name: 'read small uploads', maxBytes: 300_000_000 },
  { name: 'read uploads 1', maxBytes: undefined },
  { name: 'read uploads 2', maxBytes: undefined },
]
const sweepEveryMs = 3_600_000
/** Missing programs may be installed while the worker runs. */
const toolsEveryMs = 30_000

/** The steps that process films. @param jobs the queues, in a process that has them */
export function mediaSteps(ctx: Context, jobs: Jobs | undefined): Step[] {
  return [deciding(deliverStep), endStep, deciding(deleteStep), ...(jobs ? jobSteps(ctx, jobs) : [])]
}

const deliverStep: Step = {
  name: 'deliver captures',
  everyMs: deliverEveryMs,
  onNotify: true,
  idleEveryMs: announcedIdleEveryMs,
  run: async ({ ctx, signal }) => {
    while (!signal.aborted && (await deliverCaptures({ ctx })) > 0);
  },
}

const endStep: Step = {
  name: 'resolve missing jobs',
  everyMs: endEveryMs,
  run: async ({ ctx }) => void (await resolveMissingJobs({ ctx })),
}

/** `deciding`, because a restored database may not know that a film was accepted. */
const deleteStep: Step = {
  name: 'delete originals',
  everyMs: deleteEveryMs,
  run: async ({ ctx, signal }) => {
    for (let more = true; more && !signal.aborted; ) {
      const { deleted } = await deleteOriginals({ ctx })
      if (deleted > 0) ctx.log.info({ deleted }, 'originals of unaccepted films deleted')
      more = deleted > 0
    }
  },
}

/** A step and not a job, because the contributor waits for it; reading most films takes half a second. */
function readStep({ name, maxBytes }: (typeof readers)[number], warn: (text: string) => void): Step {
  return {
    name,
    everyMs: readEveryMs,
    onNotify: true,
    idleEveryMs: announcedIdleEveryMs,
    nextDueMs: untilNextRead,
    run: async ({ ctx, signal }) => {
      const { isAllowed, says } = await confinementOf(ctx.env)
      if (says) warn(says)
      if (isAllowed) await readUploads({ ctx, maxBytes, signal })
    },
  }
}

function jobSteps(ctx: Context, jobs: Jobs): Step[] {
  if (ctx.env.media.jobs === 0 && ctx.env.media.modelJobs === 0) {
    ctx.log.warn('MEDIA_JOBS and MODEL_JOBS are 0: this worker processes no films')
    return []
  }
  const logged = new Set<string>()
  const warnOnce = (text: string) => {
    if (!logged.has(text)) ctx.log.warn(text)
    logged.add(text)
  }
  return [
    ...readers.map((reader) => readStep(reader, warnOnce)),
    {
      name: 'media jobs',
      everyMs: toolsEveryMs,
      run: async ({ ctx, signal }) => {
        if (await mayProcessFilms(ctx, warnOnce)) await runMediaJobs({ ctx, jobs, signal })
      },
    },
    {
      name: 'sweep work folders',
      everyMs: sweepEveryMs,
      run: async ({ ctx }) => {
        const removed = await sweepWork({ ctx })
        if (removed > 0) ctx.log.warn({ removed }, 'leftovers of killed jobs removed')
      },
    },
  ]
}
