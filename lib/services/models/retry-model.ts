import 'server-only'
import { eq, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { submission } from '#db/schema/submission'
import type { Tx } from '#lib/adapters/db'
import { hashToken } from '#lib/adapters/hash-token'
import { noteRequest } from '#lib/adapters/request-notes'
import { CairnError } from '#lib/domain/errors'
import { type ModelMode, maxModelRetries } from '#lib/domain/film/reconstruction'
import type { Bounty } from '#lib/schemas/bounty'
import { type BountyContext, getBounty } from '#lib/services/bounties/get-bounty'
import { queueModelAgain } from '#lib/services/media/retry-reconstruction'

type RetryInput = { bountyId: string; mode: ModelMode; idempotencyKey?: string | undefined }

/**
 * Queues the failed model of a bounty again, in the mode that its poster chose, a few times for each bounty. Repeating the request with
 * the same `Idempotency-Key` changes nothing. The caller has checked the access.
 *
 * @throws CairnError `not_found`, or `conflict` when the model has not failed, its bounty was refunded, or all retries are used
 */
export async function retryModel(args: { ctx: BountyContext; input: RetryInput }): Promise<Bounty> {
  const { ctx, input } = args
  return ctx.db.transaction(async (tx) => {
    await queue(tx, input)
    return getBounty({ ctx, input, tx })
  })
}

async function queue(tx: Tx, { bountyId, mode, idempotencyKey }: RetryInput): Promise<void> {
  const [row] = await tx
    .select({
      submissionId: submission.submissionId,
      retries: submission.reconstructionRetries,
      keyHash: submission.reconstructionKeyHash,
    })
    .from(bounty)
    .innerJoin(submission, eq(submission.submissionId, bounty.acceptedSubmissionId))
    .where(eq(bounty.bountyId, bountyId))
    .for('update', { of: submission })
  if (!row)
    throw new CairnError('not_found', 'No submission of this bounty is accepted, so it has no 3D model.')
  const { submissionId, retries } = row
  noteRequest({ submissionId })
  const keyHash = idempotencyKey === undefined ? null : hashToken(idempotencyKey)
  if (keyHash && row.keyHash && Buffer.compare(keyHash, row.keyHash) === 0) return
  if (retries >= maxModelRetries)
    throw new CairnError(
      'conflict',
      `The model of this bounty was already made again ${maxModelRetries} times. An operator can still have it made.`,
    )
  const set = {
    reconstructionMode: mode,
    reconstructionRetries: sql`${submission.reconstructionRetries} + 1`,
    reconstructionKeyHash: keyHash,
  }
  await queueModelAgain({ tx, submissionId, set })
}
