import 'server-only'
import { reportedKinds } from '#lib/domain/moderation/report'
import type { Found } from '#lib/schemas/operator-find'
import type { IdQuery } from '#lib/services/operator/find/id-search'
import type { FindContext } from '#lib/services/operator/find/name-columns'

/** The report with this number. */
export const reportNumbered = (ctx: FindContext, id: number) => reports(ctx, ctx.sql`report.id = ${id}`)

/** The reports of a bounty and its model page, of a film, or of a capture by its fingerprint. */
export const reportsOf = (ctx: FindContext, subjectId: string) =>
  reports(ctx, ctx.sql`report.kind in ${ctx.sql(reportedKinds)} and report.subject_id = ${subjectId}`)

function reports({ sql }: FindContext, isIt: ReturnType<FindContext['sql']>): IdQuery {
  return () => sql<Found[]>`
    select 'report' as kind, report.id::text, report.waiting_since as at, '/operator/reports/' || report.id as href,
           case report.kind when 'capture' then 'About the record ' || report.subject_id
             when 'model' then 'About the model page of: ' || bounty.title
             when 'submission' then 'About a film for: ' || bounty.title else 'About the bounty: ' || bounty.title end
           || case report.state when 'waiting' then '. Waits for a decision.' when 'acted' then '. An operator acted on it.' else '. Dismissed.' end as text
    from report_case report left join bounty using (bounty_id) where ${isIt}`
}
