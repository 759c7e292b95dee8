import 'server-only'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, Tx } from '#lib/adapters/db'
import { CairnError } from '#lib/domain/errors'
import { type JobName, jobNames } from '#lib/domain/film/job-names'
import type { OperatorJob } from '#lib/schemas/operator-job'

export type JobState = OperatorJob['state']

export const askedJobInput = z.object({ queue: z.enum(jobNames), job_id: z.uuid() })
type AskedJob = z.output<typeof askedJobInput>

export type KnownJob = {
  queue: JobName
  id: string
  submissionId: string
  state: JobState
  qualityStatus: string
  previewStatus: string
  forecastStatus: string
  modelStatus: string
  isUnchecked: boolean
  isKept: boolean
}

/** What an operator calls the state of a job. */
export const jobState = sql<JobState>`case when job.state = 'failed' then 'dead' when job.state = 'active' then 'running'
  when job.start_after <= now() then 'due' else 'later' end`

/**
 * A job that has not succeeded, and the state of its submission.
 *
 * @param lock locks the submission, which every request for a job and every end of one updates
 * @throws CairnError `not_found`
 */
export async function loadJob(args: { db: Db | Tx; asked: AskedJob; lock?: boolean }): Promise<KnownJob> {
  const { db, asked, lock = false } = args
  if (lock)
    await db.execute(sql`
      select from submission where submission_id =
        (select singleton_key from pgboss.job where name = ${asked.queue} and id = ${asked.job_id}::uuid)
      for update`)
  const [row] = await db.execute<KnownJob>(sql`
    select job.name as queue, job.id, job.singleton_key as "submissionId", ${jobState} as state,
      quality_status as "qualityStatus", preview_status as "previewStatus", forecast_status as "forecastStatus",
      reconstruction_status as "modelStatus", coalesce(quality -> 'reasons' -> 0 ->> 'code' = 'not_checked', false) as "isUnchecked",
      (original_key is not null or original_deleted_at is not null) as "isKept"
    from pgboss.job
    join submission on submission_id = job.singleton_key
    left join submission_file using (submission_id)
    where job.name = ${asked.queue} and job.id = ${asked.job_id}::uuid and job.state in ('created', 'retry', 'active', 'failed')`)
  if (!row) throw new CairnError('not_found', 'There is no such job: it is done, or was dropped.')
  return row
}

/** Removes a job from its queue. A worker that runs it notices within seconds and stops. */
export async function removeJob({ tx, job }: { tx: Tx; job: KnownJob }): Promise<void> {
  await tx.execute(sql`delete from pgboss.job where name = ${job.queue} and id = ${job.id}::uuid`)
}

/** The results of a job that people wait for. */
export const jobWords: Readonly<Record<JobName, string>> = {
  inspect: 'check of a film',
  preview: 'preview of a film',
  forecast: 'forecast of a model',
  reconstruct: 'model of an accepted film',
}
