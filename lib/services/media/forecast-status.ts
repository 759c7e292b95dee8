import 'server-only'
import { and, eq, exists, isNull, type SQL, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { type ForecastReport, submission, submissionFile } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import type { Db, Tx } from '#lib/adapters/db'
import { queueJob } from '#lib/adapters/jobs'
import { CairnError } from '#lib/domain/errors'
import { recordSubmission } from '#lib/services/media/record-submission'

// The forecast of a film's 3D model in its row: queues it, ends it, and finds those that are missing.

/** The end of a forecast: it was made, it could not be made because of our own programs, or nobody needs it any more. */
type ForecastEnd =
  | { status: 'ready'; report: ForecastReport }
  | { status: 'failed'; why: string }
  | { status: 'none' }

/** True if models are made by our own engine, perhaps with other options. Another one may succeed where ours does not. */
export function isOurEngine({ env }: Pick<Context, 'env'>): boolean {
  const command = env.media.reconstructionCommand
  return command === undefined || /[\s/]reconstruction\/main\.ts(?=[\s"']|$)/.test(command)
}

/**
 * Queues the forecast of a film whose preview is ready, in the transaction that marks the preview ready. Other engines
 * (`RECON_CMD`) have no forecast.
 */
export async function askForecast(
  ctx: Pick<Context, 'env'>,
  { tx, submissionId }: { tx: Tx; submissionId: string },
): Promise<void> {
  if (!isOurEngine(ctx)) return
  const [changed] = await tx
    .update(submission)
    .set({ forecastStatus: 'pending' })
    .where(
      and(eq(submission.submissionId, submissionId), sql`${submission.forecastStatus} in ('none', 'failed')`),
    )
    .returning({ submissionId: submission.submissionId })
  if (changed) await queueJob({ tx, name: 'forecast', submissionId })
}

/** Records how a pending forecast ended. The first recorded end stays. @returns false when it had ended before */
export async function endForecast(tx: Tx, submissionId: string, end: ForecastEnd): Promise<boolean> {
  const report = end.status === 'ready' ? end.report : null
  const [changed] = await tx
    .update(submission)
    .set({ forecastStatus: end.status, forecast: report })
    .where(and(eq(submission.submissionId, submissionId), eq(submission.forecastStatus, 'pending')))
    .returning({ submissionId: submission.submissionId })
  if (!changed) return false
  if (end.status === 'ready')
    await recordSubmission(tx, submissionId, 'model_forecast', { forecast: end.report.forecast })
  if (end.status === 'failed')
    await recordSubmission(tx, submissionId, 'forecast_failed', { reason: end.why })
  return true
}

/** Condition on a submission, its file and its bounty: the forecast could not be made, and the poster can still use one. */
export function isForecastMissing(): SQL {
  return and(
    eq(submission.forecastStatus, 'failed'),
    isNull(submissionFile.originalDeletedAt),
    eq(bounty.state, 'open'),
  )!
}

/** Counts the missing forecasts of which no dead job tells. */
export async function countFailedForecasts({ ctx }: { ctx: Pick<Context, 'db'> }): Promise<number> {
  const [row] = await ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(bounty)
    .innerJoin(submission, eq(submission.bountyId, bounty.bountyId))
    .innerJoin(submissionFile, eq(submissionFile.submissionId, submission.submissionId))
    .where(
      and(
        isForecastMissing(),
        sql`not exists (
          select from pgboss.job
          where job.name = 'forecast' and job.singleton_key = ${submission.submissionId} and job.state = 'failed'
        )`,
      ),
    )
  return row!.count
}

/**
 * Queues a forecast again that could not be made. For operators, who have removed the cause.
 *
 * @throws CairnError `not_found`, or `conflict` unless the forecast has failed and its film can still be chosen
 */
export async function queueForecastAgain({
  tx,
  submissionId,
}: {
  tx: Tx
  submissionId: string
}): Promise<void> {
  const isMissing = tx
    .select({ one: sql`1` })
    .from(submissionFile)
    .innerJoin(bounty, eq(bounty.bountyId, submission.bountyId))
    .where(and(eq(submissionFile.submissionId, submission.submissionId), isForecastMissing()))
  const [changed] = await tx
    .update(submission)
    .set({ forecastStatus: 'pending' })
    .where(and(eq(submission.submissionId, submissionId), exists(isMissing)))
    .returning({ submissionId: submission.submissionId })
  if (!changed) {
    const refusal = await refusalOfForecast({ db: tx, submissionId })
    throw new CairnError('conflict', refusal ?? 'Its forecast has just changed. Look again.')
  }
  await queueJob({ tx, name: 'forecast', submissionId })
  await recordSubmission(tx, submissionId, 'forecast_queued_again')
}

/** Why a forecast is not queued again now; `null` if it can be. @throws CairnError `not_found` */
export async function refusalOfForecast(args: { db: Db | Tx; submissionId: string }): Promise<string | null> {
  const { db, submissionId } = args
  const [found] = await db
    .select({
      status: submission.forecastStatus,
      state: bounty.state,
      deletedAt: submissionFile.originalDeletedAt,
    })
    .from(submission)
    .innerJoin(submissionFile, eq(submissionFile.submissionId, submission.submissionId))
    .innerJoin(bounty, eq(bounty.bountyId, submission.bountyId))
    .where(eq(submission.submissionId, submissionId))
  if (!found) throw new CairnError('not_found', 'There is no film with this id.')
  if (found.status !== 'failed') return `Its forecast is ${found.status}: only a failed one is queued again.`
  if (found.state !== 'open') return `Its bounty is ${found.state}, so nobody decides by a forecast any more.`
  return found.deletedAt === null ? null : 'The film has been deleted.'
}
