import 'server-only'
import { and, desc, eq, exists, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { submission, submissionFile } from '#db/schema/submission'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Context } from '#lib/adapters/context'
import type { JobName } from '#lib/domain/film/job-names'
import { isoSeconds, isoTime } from '#lib/domain/text/iso-time'
import { pageOf } from '#lib/schemas/cursor'
import { type JobsQuery, type OperatorJobPage, writeJobCursor } from '#lib/schemas/operator-job'
import { isForecastMissing } from '#lib/services/media/forecast-status'
import { type JobState, jobState } from '#lib/services/operator/jobs/known-job'

const failedAtMost = 20

type Row = {
  queue: JobName
  id: string
  state: JobState
  rank: number
  submissionId: string
  bountyId: string
  tries: number
  limit: number
  /** `since`, `begun`, `next` and `ended` are epoch seconds. */
  since: number
  begun: number | null
  next: number
  ended: number | null
  error: string | null
  stage: string | null
  percent: number | null
  missing: boolean
}

const isThere = sql`job.state in ('created', 'retry', 'active', 'failed')`
const rank = sql`array_position(array['dead', 'running', 'due', 'later'], ${jobState})`

/** Lists jobs that have not succeeded, dead ones first, and models and forecasts that failed. */
export async function listJobs(args: {
  ctx: Pick<Context, 'db'>
  input: JobsQuery
}): Promise<OperatorJobPage> {
  const { ctx, input } = args
  const [rows, counts, failedModels, failedForecasts] = await Promise.all([
    readJobs(ctx, input),
    ctx.db.execute<{ queue: JobName; state: JobState; count: number }>(sql`
      select name as queue, ${jobState} as state, count(*)::int as count from pgboss.job
      where ${isThere} group by 1, 2 order by 1, 2`),
    readFailedModels(ctx),
    readFailedForecasts(ctx),
  ])
  const { page, next_cursor } = pageOf(rows, input.limit, ({ rank, id }) =>
    writeJobCursor({ rank: rank - 1, id }),
  )
  return {
    jobs: page.map(describe),
    counts: counts.map(({ queue, state, count }) => ({ queue, state, count })),
    failed_models: failedModels,
    failed_forecasts: failedForecasts,
    next_cursor,
  }
}

async function readJobs(ctx: Pick<Context, 'db'>, input: JobsQuery): Promise<Row[]> {
  const { queue, state, cursor, limit } = input
  const rows = await ctx.db.execute<Row>(sql`
    select job.name as queue, job.id, ${jobState} as state, ${rank} as rank, submission_id as "submissionId",
      bounty_id as "bountyId", job.retry_count as tries, job.retry_limit as "limit", extract(epoch from job.created_on)::float8 as since,
      extract(epoch from job.started_on)::float8 as begun, extract(epoch from job.start_after)::float8 as next, extract(epoch from job.completed_on)::float8 as ended,
      coalesce(job.output ->> 'message', job.output #>> '{value,message}') as error,
      case when job.name = 'reconstruct' then reconstruction_stage end as stage,
      case when job.name = 'reconstruct' then reconstruction_percent end as percent,
      case job.name
        when 'inspect' then quality_status = 'pending' or (original_key is null and original_deleted_at is null)
          or coalesce(quality -> 'reasons' -> 0 ->> 'code' = 'not_checked', false)
        when 'preview' then preview_status <> 'ready'
        when 'forecast' then forecast_status in ('pending', 'failed')
        else reconstruction_status = 'failed' end as missing
    from pgboss.job
    join submission on submission_id = job.singleton_key
    left join submission_file using (submission_id)
    where ${isThere}
      and ${queue ? sql`job.name = ${queue}` : sql`true`}
      and ${state ? sql`${jobState} = ${state}` : sql`true`}
      and ${cursor ? sql`(${rank}, job.id) > (${cursor.rank + 1}, ${cursor.id}::uuid)` : sql`true`}
    order by ${rank}, job.id
    limit ${limit + 1}`)
  return [...rows]
}

function describe(row: Row): OperatorJobPage['jobs'][number] {
  const { queue, id, state, tries, stage, percent } = row
  const isWaiting = state === 'due' || state === 'later'
  return {
    queue,
    job_id: id,
    state,
    submission_id: row.submissionId,
    bounty_id: row.bountyId,
    // The column counts retries; the first try counts too.
    tries: state === 'running' || state === 'dead' ? tries + 1 : tries,
    tries_at_most: row.limit + 1,
    since: isoSeconds(Math.floor(row.since)),
    begun_at: row.begun === null ? null : isoSeconds(Math.floor(row.begun)),
    next_at: isWaiting ? isoSeconds(Math.floor(row.next)) : null,
    ended_at: row.ended === null ? null : isoSeconds(Math.floor(row.ended)),
    error: row.error === null ? null : errorText(row.error),
    stage,
    percent,
    may_retry: state === 'later' || (state === 'dead' && row.missing),
  }
}

async function readFailedModels(ctx: Pick<Context, 'db'>): Promise<OperatorJobPage['failed_models']> {
  const isWanted = ctx.db
    .select({ one: sql`1` })
    .from(bounty)
    .where(
      and(
        eq(bounty.bountyId, submission.bountyId),
        eq(bounty.acceptedSubmissionId, submission.submissionId),
        sql`${bounty.state} in ('accepting', 'accepted')`,
      ),
    )
  const rows = await ctx.db
    .select()
    .from(submission)
    .where(and(eq(submission.reconstructionStatus, 'failed'), exists(isWanted)))
    .orderBy(desc(submission.submittedAt))
    .limit(failedAtMost)
  return rows.map((row) => ({
    submission_id: row.submissionId,
    bounty_id: row.bountyId,
    reason: row.reconstructionReason,
    submitted_at: isoTime(row.submittedAt),
  }))
}

async function readFailedForecasts(ctx: Pick<Context, 'db'>): Promise<OperatorJobPage['failed_forecasts']> {
  const rows = await ctx.db
    .select({
      submissionId: submission.submissionId,
      bountyId: submission.bountyId,
      submittedAt: submission.submittedAt,
      // The latest of several.
      reason: sql<string | null>`(
        select data ->> 'reason' from event
        where subject = 'submission' and subject_id = ${submission.submissionId} and name = 'forecast_failed'
        order by id desc limit 1)`,
    })
    .from(bounty)
    .innerJoin(submission, eq(submission.bountyId, bounty.bountyId))
    .innerJoin(submissionFile, eq(submissionFile.submissionId, submission.submissionId))
    .where(isForecastMissing())
    .orderBy(desc(submission.submittedAt))
    .limit(failedAtMost)
  return rows.map(({ submissionId, bountyId, submittedAt, reason }) => ({
    submission_id: submissionId,
    bounty_id: bountyId,
    reason: reason && errorText(reason),
    submitted_at: isoTime(submittedAt),
  }))
}
