import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { type ForecastReport, submission } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import { askJob } from '#lib/adapters/jobs'
import { recordSubmission } from '#lib/services/media/record-submission'

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
  if (changed) await askJob({ tx, name: 'forecast', submissionId })
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
