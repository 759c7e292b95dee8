import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { submission } from '#db/schema/submission'
import type { Tx } from '#lib/adapters/db'
import { queueJob } from '#lib/adapters/jobs'
import { CairnError } from '#lib/domain/errors'
import { recordSubmission } from '#lib/services/media/record-submission'
import { queueModelAgain } from '#lib/services/media/retry-reconstruction'
import { defineAction } from '#lib/services/operator/action'
import {
  askedJobInput,
  jobWords,
  type KnownJob,
  loadJob,
  removeJob,
} from '#lib/services/operator/jobs/known-job'

/** Runs a job now: a dead job from the start, a waiting one without further delay. */
export const retryJob = defineAction({
  name: 'retry_job',
  input: askedJobInput,
  subjectOf: ({ job_id: id }) => ({ kind: 'job', id }),
  signs: false,
  preview: async ({ ctx, input }) => {
    const job = await loadJob({ db: ctx.db, asked: input })
    const effects = {
      dead: 'It starts again with all its tries, and its result is awaited again.',
      later: 'The wait for its next try ends now. Its tries so far still count.',
      due: 'It waits for a worker already.',
      running: 'A worker is at it.',
    }
    return {
      title: `Try the ${jobWords[job.queue]} again`,
      effect: `${effects[job.state]} It is for submission ${job.submissionId}. No money is moved by this.`,
      guard: 'The job has died and what it was for is still missing, or it waits for its next try.',
      refusal: refusalOf(job),
    }
  },
  run: async ({ tx, input }) => {
    const job = await loadJob({ db: tx, asked: input, lock: true })
    const refusal = refusalOf(job)
    if (refusal !== null) throw new CairnError('conflict', refusal)
    if (job.state === 'later') await hasten(tx, job)
    else {
      await removeJob({ tx, job })
      await begin(tx, job)
    }
    return { result: { submission_id: job.submissionId, was: job.state } }
  },
})

function refusalOf(job: KnownJob): string | null {
  if (job.state === 'running') return 'A worker is at it.'
  if (job.state === 'due')
    return 'It is queued already: all workers that take films are busy, or no such worker runs.'
  if (job.state === 'later') return null
  const isMissing = {
    inspect: job.qualityStatus === 'pending' || job.isUnchecked || !job.isKept,
    preview: job.previewStatus !== 'ready',
    forecast: job.forecastStatus === 'failed' || job.forecastStatus === 'pending',
    reconstruct: job.modelStatus === 'failed',
  }
  return isMissing[job.queue] ? null : 'Its work has been done since, or is no longer needed. Drop it.'
}

async function hasten(tx: Tx, job: KnownJob): Promise<void> {
  const rows = await tx.execute(sql`
    update pgboss.job set start_after = now()
    where name = ${job.queue} and id = ${job.id}::uuid and state < 'active' returning id`)
  if (rows.length === 0) throw new CairnError('conflict', 'A worker has just taken it.')
}

async function begin(tx: Tx, { queue, submissionId }: KnownJob): Promise<void> {
  if (queue === 'reconstruct') return queueModelAgain({ tx, submissionId })
  if (queue === 'preview') {
    await tx
      .update(submission)
      .set({ previewStatus: 'pending' })
      .where(and(eq(submission.submissionId, submissionId), eq(submission.previewStatus, 'failed')))
  }
  if (queue === 'forecast') {
    await tx
      .update(submission)
      .set({ forecastStatus: 'pending' })
      .where(and(eq(submission.submissionId, submissionId), eq(submission.forecastStatus, 'failed')))
  }
  await queueJob({ tx, name: queue, submissionId })
  await recordSubmission(tx, submissionId, `${queue}_queued_again`)
}
