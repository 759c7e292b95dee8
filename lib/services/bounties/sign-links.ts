import 'server-only'
import type { Context } from '#lib/adapters/context'
import type { Served } from '#lib/adapters/storage/storage'
import type { SubmittedRow } from '#lib/services/bounties/load-bounty'
import type { BountyRow } from '#lib/services/bounties/transition'

/** Links to what there is of a submission, for its poster; `null` where there is nothing, or nothing to be seen yet. */
export type SubmissionLinks = Record<
  'preview' | 'poster' | 'capture' | 'modelPreview' | 'modelGlb' | 'modelZip',
  string | null
>

/**
 * Which files of a submission its poster may have, the one place that decides it: preview and poster image as soon as they
 * exist; the capture itself and the model only of the accepted submission, and only once its release is final.
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
  const bounty = `bounty-${withoutKind(row.bountyId)}`
  const submission = `submission-${withoutKind(submitted.submissionId)}`
  const sign = async (key: string | null, isVisible: boolean, served: Served) =>
    key !== null && isVisible ? ctx.storage.signGet({ key, served, now }) : null
  const [preview, poster, capture, modelPreview, modelGlb, modelZip] = await Promise.all([
    sign(submitted.previewKey, submitted.previewStatus === 'ready', {
      ...{ name: `${submission}-preview.mp4`, type: 'video/mp4', disposition: 'inline' },
    }),
    sign(submitted.posterKey, submitted.previewStatus === 'ready', {
      ...{ name: `${submission}-poster.jpg`, type: 'image/jpeg', disposition: 'inline' },
    }),
    sign(submitted.originalKey, isPaidFor, servedOriginal(`${bounty}-capture`, submitted)),
    sign(submitted.modelPreviewKey, hasModel, {
      ...{ name: `${bounty}-model-preview.glb`, type: 'model/gltf-binary', disposition: 'inline' },
    }),
    sign(submitted.modelGlbKey, hasModel, {
      ...{ name: `${bounty}-model.glb`, type: 'model/gltf-binary', disposition: 'attachment' },
    }),
    sign(submitted.modelZipKey, hasModel, {
      ...{ name: `${bounty}-model.zip`, type: 'application/zip', disposition: 'attachment' },
    }),
  ])
  return { preview, poster, capture, modelPreview, modelGlb, modelZip }
}

const extensionOf = { 'video/mp4': 'mp4', 'video/quicktime': 'mov' } as const

/** What a film as it was handed in is served as. @param name without its ending */
export function servedOriginal(name: string, { mediaType }: Pick<SubmittedRow, 'mediaType'>): Served {
  const disposition = 'attachment'
  return mediaType
    ? { name: `${name}.${extensionOf[mediaType]}`, type: mediaType, disposition }
    : { name: `${name}.bin`, type: 'application/octet-stream', disposition }
}

/** `bty_1f…` → `1f…`: the name of a file says what it is of already. */
function withoutKind(id: string): string {
  return id.replace(/^[a-z]+_/, '')
}
