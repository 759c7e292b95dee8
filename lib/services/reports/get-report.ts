import 'server-only'
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { moderation } from '#db/schema/moderation'
import { operatorAction } from '#db/schema/operator'
import { reportCase, reportText } from '#db/schema/report'
import { sharedModel } from '#db/schema/shared-model'
import { submission } from '#db/schema/submission'
import { withdrawnCapture } from '#db/schema/withdrawal'
import type { Context } from '#lib/adapters/context'
import { publicBrief } from '#lib/domain/bounty/public-words'
import { CairnError } from '#lib/domain/errors'
import { type ModerationAct, moderationRefusal } from '#lib/domain/moderation/moderation'
import { isoSeconds, isoTime } from '#lib/domain/text/iso-time'
import { visibleText } from '#lib/domain/text/visible-text'
import type { OperatorReportDetail } from '#lib/schemas/operator-report'
import { modelPageUrl } from '#lib/services/models/page-url'
import { describeReport, reportColumns } from '#lib/services/reports/list-reports'
import { readClaim } from '#lib/services/reports/read-claim'
import { servedPreview } from '#lib/services/submissions/served-files'

/**
 * A reported subject with what people wrote and what may be done about it. Operators see the preview of a hidden film too.
 *
 * @throws CairnError `not_found`
 */
export async function getReport(args: {
  ctx: Pick<Context, 'db' | 'env' | 'storage' | 'clock'>
  input: { reportId: number }
}): Promise<OperatorReportDetail> {
  const { ctx, input } = args
  const [found] = await ctx.db
    .select({
      ...reportColumns,
      brief: bounty.brief,
      payer: bounty.payer,
      isOver: sql<boolean>`service_now() >= ${bounty.deadline}`,
      isPosted: sql<boolean>`${bounty.onchainId} is not null`,
      contributor: submission.contributor,
      previewKey: submission.previewKey,
      pageId: sharedModel.pageId,
      withdrawnAt: sql<number | null>`(
        select floor(extract(epoch from w.withdrawn_at))::float8 from ${withdrawnCapture} w
        where ${reportCase.kind} = 'capture' and w.sha256 = decode(${reportCase.subjectId}, 'hex'))`,
      banned: sql<{ wallet: string; reason: string; at: number }[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('wallet', m.subject_id, 'reason', m.reason,
          'at', floor(extract(epoch from m.taken_at)))), '[]'::jsonb) from ${moderation} m
        where m.kind = 'wallet' and m.subject_id in (${bounty.payer}, ${submission.contributor}))`,
    })
    .from(reportCase)
    .leftJoin(bounty, eq(bounty.bountyId, reportCase.bountyId))
    .leftJoin(submission, eq(submission.submissionId, reportCase.subjectId))
    .leftJoin(sharedModel, eq(sharedModel.bountyId, reportCase.bountyId))
    .where(eq(reportCase.id, input.reportId))
  if (!found) throw new CairnError('not_found', `There is no report ${input.reportId}.`)
  const { row, bountyState, isOver, previewKey } = found
  const described = describeReport(found)
  const facts = { kind: row.kind, bountyState, isOver: isOver === true, isHidden: described.hidden !== null }
  const may = (act: ModerationAct) => moderationRefusal(act, facts) === null
  const texts = await ctx.db
    .select({ category: reportText.category, text: reportText.text })
    .from(reportText)
    .where(eq(reportText.caseId, row.id))
    .orderBy(asc(reportText.id))
  const served = servedPreview(row.subjectId)
  const now = ctx.clock.now()
  return {
    ...described,
    brief: found.brief === null ? null : publicBrief(found.brief),
    payer: found.payer,
    contributor: found.contributor,
    texts: texts.map(({ category, text }) => ({ category, text: visibleText(text) })),
    may: {
      dismiss: row.state === 'waiting',
      hide: may('hide'),
      unhide: may('unhide'),
      cancel: may('cancel'),
    },
    preview_url: previewKey ? await ctx.storage.signGet({ key: previewKey, served, now }) : null,
    page_url: pageOf(ctx.env, found),
    banned: found.banned.map((ban) => ({ ...ban, at: isoSeconds(ban.at) })),
    ...(await readClaim(ctx, row)),
    withdrawn_at: found.withdrawnAt === null ? null : isoSeconds(found.withdrawnAt),
    decisions: await listDecisions(ctx, row),
  }
}

/** The actions that decide a report or change its outcome. */
const decidingActions = [
  ...['dismiss_report', 'hide_subject', 'unhide_subject', 'cancel_bounty', 'withdraw_capture'],
  'restore_capture',
]
const decisionsAtMost = 10

async function listDecisions(
  { db }: Pick<Context, 'db'>,
  { kind, subjectId }: Pick<typeof reportCase.$inferSelect, 'kind' | 'subjectId'>,
): Promise<OperatorReportDetail['decisions']> {
  const { id, at, operator, action, subject, reason } = operatorAction
  const rows = await db
    .select({ id, at, operator, action, reason })
    .from(operatorAction)
    .where(and(eq(subject, kind), eq(operatorAction.subjectId, subjectId), inArray(action, decidingActions)))
    .orderBy(desc(id))
    .limit(decisionsAtMost)
  return rows.map((row) => ({ ...row, at: isoTime(row.at) }))
}

function pageOf(
  env: { baseUrl: string },
  found: {
    row: { kind: string; subjectId: string; bountyId: string | null }
    isPosted: boolean
    pageId: string | null
  },
): string | null {
  if (found.row.kind === 'capture') return `${env.baseUrl}/verify/${found.row.subjectId}`
  if (found.row.kind === 'model') return found.pageId && modelPageUrl(env, found.pageId)
  return found.isPosted ? `${env.baseUrl}/board/${found.row.bountyId}` : null
}
