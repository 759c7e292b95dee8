import 'server-only'
import { hexToBytes } from '@noble/hashes/utils.js'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { capture } from '#db/schema/capture'
import { reportCase, reportCount, reportText } from '#db/schema/report'
import { sharedModel } from '#db/schema/shared-model'
import { submission } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import { couldBeId } from '#lib/domain/ids'
import { harmOf, type ReportCategory, type ReportedKind } from '#lib/domain/moderation/report'

/** At most this many texts of a case are stored; later reports are counted. */
const maxTexts = 20

/** In whole hours, so that no log of requests can be matched with a report. */
const thisHour = sql`date_trunc('hour', service_now(), 'UTC')`

export type Report = {
  kind: ReportedKind
  /** The id of a bounty, of a submission, or of the page of a model; the fingerprint of a capture, in lower case. */
  id: string
  category: ReportCategory
  text?: string | undefined
}

/**
 * Adds a report to the case of its subject. An unknown subject is not an error, so callers cannot learn what exists. The identity
 * of the person who reports is neither passed to this function nor stored.
 */
export async function reportSubject(args: { ctx: Pick<Context, 'db'>; input: Report }): Promise<void> {
  const { ctx, input } = args
  await ctx.db.transaction(async (tx) => {
    const subject = couldBeId(input.id) ? await findSubject(tx, input) : undefined
    if (subject) await add(tx, subject, input)
  })
}

/** `bountyId`: of the bounty that it is or belongs to; `null` for a capture, which may be of no bounty. */
type Reported = { subjectId: string; bountyId: string | null }

async function findSubject(tx: Tx, { kind, id }: Report): Promise<Reported | undefined> {
  if (kind === 'capture') return (await isCapture(tx, id)) ? { subjectId: id, bountyId: null } : undefined
  if (kind === 'submission') {
    const { submissionId: subjectId, bountyId } = submission
    const [found] = await tx
      .select({ subjectId, bountyId })
      .from(submission)
      .where(eq(submission.submissionId, id))
    return found
  }
  const [found] = await (kind === 'bounty'
    ? tx
        .select({ bountyId: bounty.bountyId })
        .from(bounty)
        .where(and(eq(bounty.bountyId, id), isNotNull(bounty.onchainId)))
    : tx.select({ bountyId: sharedModel.bountyId }).from(sharedModel).where(eq(sharedModel.pageId, id)))
  return found && { subjectId: found.bountyId, bountyId: found.bountyId }
}

async function isCapture(tx: Tx, sha256: string): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/.test(sha256)) return false
  // The manifest of a model has no record of its own.
  const own = and(eq(capture.sha256, hexToBytes(sha256)), isNull(capture.madeFrom))
  return (await tx.$count(capture, own)) > 0
}

async function add(tx: Tx, { subjectId, bountyId }: Reported, report: Report): Promise<void> {
  const { kind, category, text } = report
  const harm = harmOf(category)
  const { state } = reportCase
  const [open] = await tx
    .insert(reportCase)
    .values({ kind, subjectId, bountyId, state: 'waiting', harm, waitingSince: thisHour })
    .onConflictDoUpdate({
      target: [reportCase.kind, reportCase.subjectId],
      set: {
        state: 'waiting',
        decidedAt: null,
        harm: sql`case ${state} when 'waiting' then least(${reportCase.harm}, ${harm}) else ${harm} end`,
        reports: sql`case ${state} when 'waiting' then ${reportCase.reports} + 1 else 1 end`,
        waitingSince: sql`case ${state} when 'waiting' then ${reportCase.waitingSince} else ${thisHour} end`,
      },
    })
    .returning({ id: reportCase.id, reports: reportCase.reports })
  const caseId = open!.id
  // The first report since a decision: earlier texts have been dealt with.
  if (open!.reports === 1) {
    await tx.delete(reportCount).where(eq(reportCount.caseId, caseId))
    await tx.delete(reportText).where(eq(reportText.caseId, caseId))
  }
  await tx
    .insert(reportCount)
    .values({ caseId, category })
    .onConflictDoUpdate({
      target: [reportCount.caseId, reportCount.category],
      set: { count: sql`${reportCount.count} + 1` },
    })
  if (text === undefined || (await tx.$count(reportText, eq(reportText.caseId, caseId))) >= maxTexts) return
  await tx.insert(reportText).values({ caseId, category, text })
}
