import 'server-only'
import { bytesToHex } from '@noble/hashes/utils.js'
import { and, desc, eq } from 'drizzle-orm'
import { getAddress } from 'viem'
import { z } from 'zod'
import { event } from '#db/schema/service'
import { countJobsAhead } from '#lib/adapters/count-jobs-ahead'
import { type BountyEvent, isEnded } from '#lib/domain/bounty/bounty'
import { CairnError } from '#lib/domain/errors'
import type { VideoFigures } from '#lib/domain/film/quality'
import { stageSentence } from '#lib/domain/film/reconstruction'
import { isoTime } from '#lib/domain/text/iso-time'
import type { Submission } from '#lib/schemas/bounty'
import type { Review, ReviewedSubmission } from '#lib/schemas/review'
import { describeBounty } from '#lib/services/bounties/describe-bounty'
import type { BountyContext } from '#lib/services/bounties/get-bounty'
import { loadBounty, type SubmittedRow } from '#lib/services/bounties/load-bounty'
import { signLinks } from '#lib/services/bounties/sign-links'
import { findPage } from '#lib/services/models/share-model'

/**
 * A bounty with the check results of each submission, for choosing among them. The caller has checked the access.
 *
 * @throws CairnError `not_found`
 */
export async function getReview(args: { ctx: BountyContext; input: { bountyId: string } }): Promise<Review> {
  const { ctx, input } = args
  const found = await loadBounty(ctx.db, input.bountyId)
  if (!found) throw new CairnError('not_found', 'There is no such bounty.')
  const { row, submissions } = found
  const bounty = await describeBounty({ ctx, ...found })
  const reviewed = submissions.map(async (submitted, index): Promise<ReviewedSubmission> => {
    const { poster, modelPreview } = await signLinks({ ctx, row, submitted })
    return {
      ...bounty.submissions[index]!,
      contributor: getAddress(submitted.contributor),
      place_from: submitted.placeFrom,
      time_from: submitted.timeFrom,
      figures: figuresOf(submitted),
      size_bytes: submitted.byteLength,
      poster_url: poster,
      reconstruction_text: stageText(bounty.submissions[index]!),
      models_ahead: await modelsAhead(ctx, submitted),
      model_preview_url: modelPreview,
      ...provenHashes(submitted),
    }
  })
  const model_page_url = await findPage({ ctx, input })
  return {
    ...bounty,
    paid_at: row.paidAt.toISOString(),
    posted_at: row.createTx ? await postedAt(ctx, row.bountyId) : null,
    ended_at: isEnded(row.state) ? isoTime(row.updatedAt) : null,
    escrow: getAddress(row.escrow),
    model_page_url,
    submissions: await Promise.all(reviewed),
  }
}

/** The time of the last `posted` event, because a reorganisation of the chain can undo an earlier one; `null` if there is none, as after a restore. */
async function postedAt(ctx: BountyContext, bountyId: string): Promise<string | null> {
  const name: BountyEvent = 'posted'
  const [posted] = await ctx.db
    .select({ at: event.at })
    .from(event)
    .where(and(eq(event.subject, 'bounty'), eq(event.subjectId, bountyId), eq(event.name, name)))
    .orderBy(desc(event.id))
    .limit(1)
  return posted ? isoTime(posted.at) : null
}

/** Both are captures from the moment that the film was delivered and the model made. */
function provenHashes({
  proof,
  sha256,
  reconstructionStatus: model,
  manifestSha256: manifest,
}: SubmittedRow): Pick<ReviewedSubmission, 'film_sha256' | 'manifest_sha256'> {
  const isDelivered = proof.deliveredAt !== null
  return {
    film_sha256: isDelivered && sha256 ? bytesToHex(sha256) : null,
    manifest_sha256: isDelivered && model === 'ready' && manifest ? bytesToHex(manifest) : null,
  }
}

/** Only the measurements of a film's quality, none of its place, its time or its camera. */
const shownFigures = z.object({
  decodedSeconds: z.number(),
  width: z.int(),
  height: z.int(),
  framesPerSecond: z.number(),
} satisfies Partial<Record<keyof VideoFigures, z.ZodType>>)

function figuresOf({ quality }: SubmittedRow): ReviewedSubmission['figures'] {
  const { data } = shownFigures.safeParse(quality?.figures)
  if (!data) return null
  const { decodedSeconds, width, height, framesPerSecond } = data
  return { duration_seconds: decodedSeconds, width, height, frames_per_second: framesPerSecond }
}

function stageText({ reconstruction_stage: stage }: Submission): string | null {
  return stage && stageSentence[stage]
}

async function modelsAhead(ctx: BountyContext, row: SubmittedRow): Promise<number | null> {
  if (row.reconstructionStatus !== 'queued') return null
  const { submissionId } = row
  return (await countJobsAhead({ db: ctx.db, name: 'reconstruct', submissionId })) ?? null
}
