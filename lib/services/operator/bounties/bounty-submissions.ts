import 'server-only'
import { bytesToHex } from '@noble/hashes/utils.js'
import { desc, eq } from 'drizzle-orm'
import { type QualityReport, submission, submissionFile } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import type { VideoFigures } from '#lib/domain/film/quality'
import { isoTime } from '#lib/domain/text/iso-time'
import type { OperatorBountyDetail } from '#lib/schemas/operator-bounty'
import { describeDecline } from '#lib/services/bounties/describe-bounty'
import type { BountyRow } from '#lib/services/bounties/transition'
import { hiddenOf, measuresOf } from '#lib/services/reports/measures'
import { describeForecast } from '#lib/services/submissions/describe-forecast'
import { servedPreview } from '#lib/services/submissions/served-files'

const maxShown = 100

/** The submissions of a bounty, newest first, with their checks, models and previews, but without places or original files. */
export async function listSubmitted(args: {
  ctx: Pick<Context, 'db' | 'storage' | 'clock'>
  row: BountyRow
}): Promise<OperatorBountyDetail['submissions']> {
  const { ctx, row } = args
  const found = await ctx.db
    .select({
      one: submission,
      file: { sha256: submissionFile.sha256, bytes: submissionFile.byteLength },
      taken: measuresOf([['submission', submission.submissionId]]),
    })
    .from(submission)
    .leftJoin(submissionFile, eq(submissionFile.submissionId, submission.submissionId))
    .where(eq(submission.bountyId, row.bountyId))
    .orderBy(desc(submission.submittedAt), desc(submission.submissionId))
    .limit(maxShown)
  const now = ctx.clock.now()
  const previewOf = ({ submissionId, previewKey }: typeof submission.$inferSelect) =>
    previewKey ? ctx.storage.signGet({ key: previewKey, served: servedPreview(submissionId), now }) : null
  const described = found.map(async ({ one, file, taken }) => ({
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
    sha256: file && bytesToHex(file.sha256),
    film: file && { bytes: file.bytes, ...measuredOf(one.quality) },
    preview_url: await previewOf(one),
  }))
  return Promise.all(described)
}

/** What the check of the film measured. */
function measuredOf(quality: QualityReport | null) {
  const figures: Partial<VideoFigures> = quality?.figures ?? {}
  const { decodedSeconds, width, height } = figures
  return { seconds: decodedSeconds ?? null, width: width ?? null, height: height ?? null }
}
