import 'server-only'
import { and, asc, eq, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { moderation } from '#db/schema/moderation'
import { reportCase, reportCount } from '#db/schema/report'
import { submission } from '#db/schema/submission'
import { withdrawnCapture } from '#db/schema/withdrawal'
import type { Context } from '#lib/adapters/context'
import { publicTitle } from '#lib/domain/bounty/public-words'
import { harmOf } from '#lib/domain/moderation/report'
import { isoSeconds, isoTime } from '#lib/domain/text/iso-time'
import { pageOf } from '#lib/schemas/cursor'
import { type OperatorReport, type ReportsQuery, writeReportCursor } from '#lib/schemas/operator-report'
import { hiddenOf, measuresOf, type TakenMeasure } from '#lib/services/reports/measures'

/** The columns from which a row of the queue is described. */
export const reportColumns = {
  row: reportCase,
  title: bounty.title,
  bountyState: bounty.state,
  submittedAt: sql<number | null>`(
    select floor(extract(epoch from s.submitted_at))::float8 from ${submission} s
    where ${reportCase.kind} = 'submission' and s.submission_id = ${reportCase.subjectId})`,
  taken: measuresOf([
    ['bounty', reportCase.subjectId],
    ['submission', reportCase.subjectId],
    ['model', reportCase.subjectId],
  ]),
  isInForce: sql<boolean>`case when ${reportCase.kind} = 'capture'
    then exists (select from ${withdrawnCapture} w where w.sha256 = decode(${reportCase.subjectId}, 'hex'))
    else exists (select from ${moderation} m where m.kind = ${reportCase.kind} and m.subject_id = ${reportCase.subjectId}) end`,
  counts: sql<OperatorReport['categories']>`(
    select coalesce(jsonb_agg(jsonb_build_object('category', n.category, 'count', n.count)), '[]'::jsonb)
    from ${reportCount} n where n.case_id = ${reportCase.id})`,
}

/** Reported subjects, the most severe first, then those that wait longest. */
export async function listReports(args: {
  ctx: Pick<Context, 'db'>
  input: ReportsQuery
}): Promise<{ reports: OperatorReport[]; next_cursor: string | null }> {
  const { state, kind, category, limit, cursor } = args.input
  const { harm, waitingSince, id } = reportCase
  const rows = await args.ctx.db
    .select(reportColumns)
    .from(reportCase)
    .leftJoin(bounty, eq(bounty.bountyId, reportCase.bountyId))
    .where(
      and(
        eq(reportCase.state, state),
        kind && eq(reportCase.kind, kind),
        category &&
          sql`exists (select from ${reportCount} n where n.case_id = ${id} and n.category = ${category})`,
        cursor &&
          sql`(${harm}, ${waitingSince}, ${id}) > (${cursor.harm}::smallint, to_timestamp(${cursor.since}::float8), ${cursor.id}::bigint)`,
      ),
    )
    .orderBy(asc(harm), asc(waitingSince), asc(id))
    .limit(limit + 1)
  const { page, next_cursor } = pageOf(rows, limit, ({ row }) =>
    writeReportCursor({ harm: row.harm, since: row.waitingSince.getTime() / 1_000, id: row.id }),
  )
  return { reports: page.map(describeReport), next_cursor }
}

type Row = {
  row: typeof reportCase.$inferSelect
  title: string | null
  bountyState: OperatorReport['bounty_state']
  submittedAt: number | null
  taken: TakenMeasure[]
  isInForce: boolean
  counts: OperatorReport['categories']
}

export function describeReport(found: Row): OperatorReport {
  const { row, title, bountyState, submittedAt, taken, isInForce, counts } = found
  const { id, kind, subjectId, bountyId, state, reports, waitingSince, decidedAt } = row
  return {
    id,
    kind,
    subject_id: subjectId,
    bounty_id: bountyId,
    state,
    reports,
    title: kind === 'capture' ? subjectId : publicTitle(title ?? ''),
    bounty_state: bountyState,
    submitted_at: submittedAt === null ? null : isoSeconds(submittedAt),
    categories: [...counts].sort((a, b) => harmOf(a.category) - harmOf(b.category)),
    waiting_since: isoTime(waitingSince),
    decided_at: decidedAt && isoTime(decidedAt),
    hidden: hiddenOf(taken, kind),
    in_force: isInForce,
  }
}
