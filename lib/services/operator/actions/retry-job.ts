import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { submission } from '#db/schema/submission'
import type { Tx } from '#lib/adapters/db'
import { askJob } from '#lib/adapters/jobs'
import { CairnError } from '#lib/domain/errors'
import { recordSubmission } from '#lib/services/media/record-submission'
import { queueModelAgain } from '#lib/services/media/retry-reconstruction'
import { defineAction } from '#lib/services/operator/action'
import {
  type AskedJob,
  askedJobInput,
  jobWords,
  type KnownJob,
  loadJob,
  removeJob,
} from '#lib/services/operator/jobs/known-job'

/** Has a job tried now: one that died from the start, one that waits for its next try at once. */
export const retryJob = defineAction<AskedJob, object>({
  name: 'retry_job',
  input: askedJobInput,
  subjectOf: ({ job_id: id }) => ({ kind: 'job', id }),
  signs: false,
  preview: async ({ ctx, input }) => {
    const job = await loadJob({ db: ctx.db, asked: input })
    const effects = {
      dead: 'It begins anew with all its tries, and what it could not do is waited for again.',
      later: 'The wait for its next try ends now. Its tries are not counted anew.',
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
    return 'It waits for a worker already: there is none free, or none that looks at films.'
  if (job.state === 'later') return null
  const isMissing = {
    inspect: job.qualityStatus === 'pending' || job.isUnchecked || !job.isKept,
    preview: job.previewStatus !== 'ready',
    reconstruct: job.modelStatus === 'failed',
  }
  return isMissing[job.queue] ? null : 'What it was for has been done since, or nobody waits for it. Drop it.'
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
  await askJob({ tx, name: queue, submissionId })
  await recordSubmission(tx, submissionId, `${queue}_queued_again`)
}
