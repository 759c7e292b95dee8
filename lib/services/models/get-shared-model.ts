import 'server-only'
import { bytesToHex } from '@noble/hashes/utils.js'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { sharedModel } from '#db/schema/shared-model'
import { submission, submissionFile } from '#db/schema/submission'
import { withdrawnCapture } from '#db/schema/withdrawal'
import type { Context } from '#lib/adapters/context'
import { publicTitle } from '#lib/domain/bounty/public-words'
import type { ClaimOrigin } from '#lib/domain/film/match-claims'
import { cellToGeohash } from '#lib/domain/geo/geohash'
import { isoTime } from '#lib/domain/text/iso-time'
import { nameCell } from '#lib/services/places/name-cell'
import { isHidden } from '#lib/services/reports/measures'
import { bountyName, servedModel } from '#lib/services/submissions/served-files'

/** What strangers see of a published model. Never the film, nor where its camera stood. */
export type PublicModel = {
  title: string
  geohash: string
  placeName: string | undefined
  /** ISO 8601, as claimed. */
  capturedAt: string
  /** The origin of the claimed place and time; `null` if it was not recorded. */
  placeFrom: ClaimOrigin | null
  timeFrom: ClaimOrigin | null
  publishedAt: string
  /** SHA-256 of the model's manifest, which is attested. */
  manifestSha256: string
  /** A small copy of the model. Valid for 15 minutes. */
  modelUrl: string
}

/** A published model, unless its page or the capture it was made from was withdrawn, or an operator hides the page or the bounty. */
export async function getSharedModel(args: {
  ctx: Pick<Context, 'db' | 'env' | 'log' | 'storage' | 'clock'>
  input: { pageId: string }
}): Promise<PublicModel | undefined> {
  const { ctx, input } = args
  const [found] = await ctx.db
    .select({
      bountyId: bounty.bountyId,
      title: bounty.title,
      cell: submissionFile.cell,
      capturedAt: submissionFile.capturedAt,
      placeFrom: submissionFile.placeFrom,
      timeFrom: submissionFile.timeFrom,
      publishedAt: sharedModel.publishedAt,
      manifestSha256: submission.manifestSha256,
      modelKey: submission.modelPreviewKey,
    })
    .from(sharedModel)
    .innerJoin(bounty, and(eq(bounty.bountyId, sharedModel.bountyId), eq(bounty.state, 'accepted')))
    .innerJoin(
      submission,
      and(
        eq(submission.submissionId, bounty.acceptedSubmissionId),
        eq(submission.reconstructionStatus, 'ready'),
      ),
    )
    .innerJoin(submissionFile, eq(submissionFile.submissionId, submission.submissionId))
    .leftJoin(withdrawnCapture, eq(withdrawnCapture.sha256, submissionFile.sha256))
    .where(
      and(
        eq(sharedModel.pageId, input.pageId),
        isNull(withdrawnCapture.sha256),
        sql`not ${isHidden('model', bounty.bountyId)}`,
        sql`not ${isHidden('bounty', bounty.bountyId)}`,
      ),
    )
  if (!found?.modelKey || !found.manifestSha256) return undefined
  const geohash = cellToGeohash(found.cell)
  const served = servedModel(bountyName(found.bountyId), 'preview')
  return {
    title: publicTitle(found.title),
    geohash,
    placeName: await nameCell({ ctx, input: { geohash } }),
    capturedAt: isoTime(found.capturedAt),
    placeFrom: found.placeFrom,
    timeFrom: found.timeFrom,
    publishedAt: isoTime(found.publishedAt),
    manifestSha256: bytesToHex(found.manifestSha256),
    modelUrl: await ctx.storage.signGet({
      key: found.modelKey,
      now: ctx.clock.now(),
      served: { ...served, name: 'model.glb' },
    }),
  }
}
