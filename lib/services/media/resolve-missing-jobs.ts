import 'server-only'
import { eq, sql } from 'drizzle-orm'
import { isUnfinished, submission, submissionFile } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import { newestJob, queueJob } from '#lib/adapters/jobs'
import type { JobName } from '#lib/domain/film/job-names'
import { failPreview } from '#lib/services/media/fail-preview'
import { endForecast } from '#lib/services/media/forecast-status'
import { failModel } from '#lib/services/media/model-status'
import { giveUpChecking } from '#lib/services/media/unchecked-film'

type Ctx = Pick<Context, 'db' | 'log'>
type Waiting = { submissionId: string; name: JobName }

const atOnce = 100
/** If an original could not be stored in all attempts of a job, it is tried again after this time. */
const storeAgainAfterSeconds = 3_600
const cutShort =
  'Making the model was interrupted each time, because the worker that made it ended. That says nothing about the film: the model can be tried again.'

/**
 * Handles submissions that wait for a job which no longer exists. If its last attempt failed or was killed, the submission is
 * marked as failed; if the queue has no job, one is queued.
 *
 * @returns the number of such submissions
 */
export async function resolveMissingJobs(args: { ctx: Ctx }): Promise<number> {
  const { ctx } = args
  const waiting = await findWaiting(ctx)
  for (const each of waiting) await settle(ctx, each)
  return waiting.length
}

/**
 * The submissions that wait for a job of which none waits or runs. An original that could not be stored in the last hour is left
 * out: while a store is unavailable there may be more of them than one pass handles, and they would block all others.
 */
async function findWaiting(ctx: Ctx): Promise<Waiting[]> {
  const rows = await ctx.db.execute<{ submission_id: string; name: JobName }>(sql`
    select wanted.submission_id, wanted.name from (
      select submission_id, 'inspect' as name from submission join submission_file using (submission_id)
      where (${isUnfinished}) and quality_status = 'pending'
      union all
      select submission_id, 'inspect' from submission join submission_file using (submission_id)
      where original_key is null and original_deleted_at is null and quality_status <> 'pending' and not exists (
        select from pgboss.job
        where job.name = 'inspect' and job.singleton_key = submission_id
          and job.completed_on > now() - make_interval(secs => ${storeAgainAfterSeconds})
      )
      union all
      select submission_id, 'preview' from submission join submission_file using (submission_id)
      where (${isUnfinished}) and preview_status = 'pending' and quality_status <> 'pending'
      union all
      select submission_id, 'forecast' from submission join submission_file using (submission_id)
      where (${isUnfinished}) and forecast_status = 'pending'
      union all
      select submission_id, 'reconstruct' from submission join submission_file using (submission_id)
      where (${isUnfinished}) and reconstruction_status in ('queued', 'running')
    ) as wanted
    where not exists (
      select from pgboss.job
      where job.name = wanted.name and job.singleton_key = wanted.submission_id and job.state < 'completed'
    )
    limit ${atOnce}`)
  return rows.map((row) => ({ submissionId: row.submission_id, name: row.name }))
}

async function settle(ctx: Ctx, { submissionId, name }: Waiting): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    // Every transaction that queues a job changes this row too.
    const [row] = await tx
      .select({ submission, file: submissionFile })
      .from(submission)
      .innerJoin(submissionFile, eq(submissionFile.submissionId, submission.submissionId))
      .where(eq(submission.submissionId, submissionId))
      .for('update', { of: submission })
    const job = await newestJob({ tx, name, submissionId })
    if (!row || job?.isLive) return
    if (name === 'inspect' && row.submission.qualityStatus !== 'pending') {
      const isTime = (job?.endedSecondsAgo ?? storeAgainAfterSeconds) >= storeAgainAfterSeconds
      const isStored = row.file.originalKey !== null || row.file.originalDeletedAt !== null
      if (isTime && !isStored) await queueJob({ tx, name, submissionId })
    } else if (job?.hasFailed) {
      ctx.log.error({ submissionId, job: name }, 'job failed for good')
      await endings[name](tx, submissionId)
    } else {
      ctx.log.warn({ submissionId, job: name }, 'job is missing: queued again')
      await queueJob({ tx, name, submissionId })
    }
  })
}

const endings: Record<JobName, (tx: Tx, submissionId: string) => Promise<unknown>> = {
  inspect: giveUpChecking,
  preview: (tx, submissionId) => failPreview(tx, submissionId, 'interrupted or failed each time'),
  forecast: (tx, submissionId) =>
    endForecast(tx, submissionId, { status: 'failed', why: 'interrupted or failed each time' }),
  reconstruct: (tx, submissionId) => failModel(tx, submissionId, cutShort),
}
