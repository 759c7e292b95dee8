import 'server-only'
import type { Context } from '#lib/adapters/context'
import type { Served } from '#lib/adapters/storage/storage'
import type { SubmittedRow } from '#lib/services/bounties/load-bounty'
import type { BountyRow } from '#lib/services/bounties/transition'
import { hiddenOf } from '#lib/services/reports/measures'
import {
  boughtName,
  servedModel,
  servedOriginal,
  servedPoster,
  servedPreview,
} from '#lib/services/submissions/served-files'

/** Links to the files of a submission for its poster; `null` for a missing file and for one that may not be shown yet. */
export type SubmissionLinks = Record<
  'preview' | 'poster' | 'capture' | 'modelPreview' | 'modelGlb' | 'modelSplats' | 'modelZip',
  string | null
>

/**
 * The only place that decides which files of a submission its poster may download: preview and poster image
 * as soon as they exist; the capture itself and the model only of the accepted submission, and only once its
 * release is final.
 *
 * A film whose capture was withdrawn, or that an operator hides, is not shown any more. Its payer may still download what was paid for.
 *
 * The original is not available while `accepting`: if the release comes too late the money is refunded, and the poster would have
 * the film free of charge.
 */
export async function signLinks(args: {
  ctx: Pick<Context, 'storage' | 'clock'>
  row: Pick<BountyRow, 'bountyId' | 'title' | 'paidAt' | 'state' | 'acceptedSubmissionId'>
  submitted: SubmittedRow
}): Promise<SubmissionLinks> {
  const { ctx, row, submitted } = args
  const now = ctx.clock.now()
  const isPaidFor = row.state === 'accepted' && row.acceptedSubmissionId === submitted.submissionId
  const hasModel = isPaidFor && submitted.reconstructionStatus === 'ready'
  const { submissionId, mediaType } = submitted
  const bought = boughtName(row)
  const isShown =
    submitted.previewStatus === 'ready' &&
    !submitted.isWithdrawn &&
    hiddenOf(submitted.taken, 'submission') === null
  const sign = async (key: string | null, isVisible: boolean, served: Served) =>
    key !== null && isVisible ? ctx.storage.signGet({ key, served, now }) : null
  const [preview, poster, capture, modelPreview, modelGlb, modelSplats, modelZip] = await Promise.all([
    sign(submitted.previewKey, isShown, servedPreview(submissionId)),
    sign(submitted.posterKey, isShown, servedPoster(submissionId)),
    sign(submitted.originalKey, isPaidFor, servedOriginal(bought, mediaType)),
    sign(submitted.modelPreviewKey, hasModel, servedModel(bought, 'preview')),
    sign(submitted.modelGlbKey, hasModel, servedModel(bought, 'glb')),
    sign(submitted.modelSplatsKey, hasModel, servedModel(bought, 'splats')),
    sign(submitted.modelZipKey, hasModel, servedModel(bought, 'zip')),
  ])
  return { preview, poster, capture, modelPreview, modelGlb, modelSplats, modelZip }
}
