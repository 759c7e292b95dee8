import 'server-only'
import type { Context } from '#lib/adapters/context'
import { type ReportCategory, reportCategories } from '#lib/domain/moderation/report'

/** `seconds`: how long the oldest has waited, to the hour. */
export type WaitingReports = { count: number; mostSerious: ReportCategory | null; seconds: number | null }

/** How many reported subjects wait for a decision, and the most serious reason among them. */
export async function countWaitingReports(args: { ctx: Pick<Context, 'sql'> }): Promise<WaitingReports> {
  const [row] = await args.ctx.sql<{ count: number; harm: number | null; seconds: number | null }[]>`
    select count(*)::int as count, min(harm)::int as harm,
      greatest(0, extract(epoch from service_now() - min(waiting_since)))::int as seconds
    from report_case where state = 'waiting'`
  const { count, harm, seconds } = row!
  if (harm === null) return { count, mostSerious: null, seconds: null }
  return { count, mostSerious: reportCategories[harm]!, seconds }
}
