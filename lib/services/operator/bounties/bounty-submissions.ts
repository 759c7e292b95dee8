import 'server-only'
import { bytesToHex } from '@noble/hashes/utils.js'
import { desc, eq } from 'drizzle-orm'
import { submission, submissionFile } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import { isoTime } from '#lib/domain/text/iso-time'
import type { OperatorBountyDetail } from '#lib/schemas/operator-bounty'
import { describeDecline } from '#lib/services/bounties/describe-bounty'
import type { BountyRow } from '#lib/services/bounties/transition'
import { hiddenOf, measuresOf } from '#lib/services/reports/measures'
import { describeForecast } from '#lib/services/submissions/describe-forecast'

const maxShown = 100

/** The submissions of a bounty, newest first, with their checks and models, but without places, links or files. */
export async function listSubmitted(args: {
  ctx: Pick<Context, 'db'>
  row: BountyRow
}): Promise<OperatorBountyDetail['submissions']> {
  const { ctx, row } = args
  const found = await ctx.db
    .select({
      one: submission,
      sha256: submissionFile.sha256,
      taken: measuresOf([['submission', submission.submissionId]]),
    })
    .from(submission)
    .leftJoin(submissionFile, eq(submissionFile.submissionId, submission.submissionId))
    .where(eq(submission.bountyId, row.bountyId))
    .orderBy(desc(submission.submittedAt), desc(submission.submissionId))
    .limit(maxShown)
  return found.map(({ one, sha256, taken }) => ({
    submission_id: one.submissionId,
    contributor: one.contributor,
    is_chosen: one.submissionId === row.acceptedSubmissionId,
    submitted_at: isoTime(one.submittedAt),
    quality_status: one.qualityStatus,
    preview_status: one.previewStatus,
    ...describeForecast(one, 'contributor'),
    reconstruction_status: one.reconstructionStatus,
    reconstruction_reason: one.reconstructionReason,
    reasons: (one.quality?.reasons ?? []).map(({ code, text }) => ({ code, text })),
    declined: describeDecline(one),
    hidden: hiddenOf(taken, 'submission'),
    sha256: sha256 && bytesToHex(sha256),
  }))
}
