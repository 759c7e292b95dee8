import 'server-only'
import type { Context } from '#lib/adapters/context'
import type { Served } from '#lib/adapters/storage/storage'
import type { SubmittedRow } from '#lib/services/bounties/load-bounty'
import type { BountyRow } from '#lib/services/bounties/transition'
import {
  bountyName,
  servedModel,
  servedOriginal,
  servedPoster,
  servedPreview,
} from '#lib/services/submissions/served-files'

/** Links to what there is of a submission, for its poster; `null` where there is nothing, or nothing to be seen yet. */
export type SubmissionLinks = Record<
  'preview' | 'poster' | 'capture' | 'modelPreview' | 'modelGlb' | 'modelZip',
  string | null
>

/**
 * Which files of a submission its poster may have, the one place that decides it: preview and poster image as soon as they
 * exist; the capture itself and the model only of the accepted submission, and only once its release is final.
 *
 * A film whose capture was withdrawn is not shown any more. What was paid for stays with whoever paid for it.
 *
 * Not while `accepting`: a release that comes too late ends in a refund, and a poster who holds the original by then would
 * have it for nothing.
 */
export async function signLinks(args: {
  ctx: Pick<Context, 'storage' | 'clock'>
  row: Pick<BountyRow, 'bountyId' | 'state' | 'acceptedSubmissionId'>
  submitted: SubmittedRow
}): Promise<SubmissionLinks> {
  const { ctx, row, submitted } = args
  const now = ctx.clock.now()
  const isPaidFor = row.state === 'accepted' && row.acceptedSubmissionId === submitted.submissionId
  const hasModel = isPaidFor && submitted.reconstructionStatus === 'ready'
  const { submissionId, mediaType } = submitted
  const isShown = submitted.previewStatus === 'ready' && !submitted.isWithdrawn
  const sign = async (key: string | null, isVisible: boolean, served: Served) =>
    key !== null && isVisible ? ctx.storage.signGet({ key, served, now }) : null
  const [preview, poster, capture, modelPreview, modelGlb, modelZip] = await Promise.all([
    sign(submitted.previewKey, isShown, servedPreview(submissionId)),
    sign(submitted.posterKey, isShown, servedPoster(submissionId)),
    sign(submitted.originalKey, isPaidFor, servedOriginal(`${bountyName(row.bountyId)}-capture`, mediaType)),
    sign(submitted.modelPreviewKey, hasModel, servedModel(row.bountyId, 'preview')),
    sign(submitted.modelGlbKey, hasModel, servedModel(row.bountyId, 'glb')),
    sign(submitted.modelZipKey, hasModel, servedModel(row.bountyId, 'zip')),
  ])
  return { preview, poster, capture, modelPreview, modelGlb, modelZip }
}
