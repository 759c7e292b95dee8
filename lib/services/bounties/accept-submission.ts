import 'server-only'
import { and, eq, exists, sql } from 'drizzle-orm'
import { submission } from '#db/schema/submission'
import { queueJob } from '#lib/adapters/jobs'
import { noteRequest } from '#lib/adapters/request-notes'
import { CairnError } from '#lib/domain/errors'
import type { Bounty } from '#lib/schemas/bounty'
import { type BountyRequest, findBountyAnswer, storeBountyAnswer } from '#lib/services/bounties/bounty-answer'
import { notDeclined } from '#lib/services/bounties/decline-submission'
import { type BountyContext, getBounty } from '#lib/services/bounties/get-bounty'
import { beforeDeadline, transition } from '#lib/services/bounties/transition'

/**
 * Accepts a submission. This is final: the bounty's money goes to its contributor, and the job for its 3D model is queued.
 *
 * @param args.input.idempotencyKey repeating the request with the same key returns the same answer; without one it is refused
 * @throws CairnError `not_open`, `deadline_passed` or `not_found`, in this order
 */
export async function acceptSubmission(args: {
  ctx: BountyContext
  input: { bountyId: string; submissionId: string; idempotencyKey?: string | undefined }
}): Promise<Bounty> {
  const { ctx, input } = args
  const { bountyId, submissionId, idempotencyKey } = input
  const request: BountyRequest = { bountyId, action: 'accept', submissionId, idempotencyKey }
  noteRequest({ submissionId })
  return ctx.db.transaction(async (tx) => {
    const isOfBounty = and(eq(submission.submissionId, submissionId), eq(submission.bountyId, bountyId))
    const moved = await transition({
      tx,
      bountyId,
      event: 'accept',
      set: { acceptedSubmissionId: submissionId },
      where: and(beforeDeadline, exists(tx.select({ one: sql`1` }).from(submission).where(isOfBounty))),
      data: { submissionId },
    })
    const answered = moved ? undefined : await findBountyAnswer({ tx, request })
    if (answered) return answered
    if (!moved) throw refusalOf(await getBounty({ ctx, input, tx }), submissionId)
    await tx
      .update(submission)
      .set({ reconstructionStatus: 'queued', ...notDeclined })
      .where(isOfBounty)
    await queueJob({ tx, name: 'reconstruct', submissionId })
    const bounty = await getBounty({ ctx, input, tx })
    await storeBountyAnswer({ tx, request, answer: bounty })
    return bounty
  })
}

/** Why a bounty accepts no submission in its current state. */
function refusalOf({ status, submissions }: Bounty, submissionId: string): CairnError {
  if (status === 'expired')
    return new CairnError(
      'deadline_passed',
      'The deadline has passed, so nothing can be accepted any more; the money goes back to the payer. Nothing was changed.',
    )
  if (status === 'open')
    return new CairnError('not_found', 'This bounty has no submission with this submission_id.')
  const accepted = submissions.find((submitted) => submitted.accepted)
  if (!accepted)
    return new CairnError(
      'not_open',
      `A submission can be accepted only while its bounty is open; this one is ${status}. Nothing was changed.`,
    )
  const which = accepted.submission_id === submissionId ? 'This' : 'Another'
  return new CairnError(
    'not_open',
    `${which} submission was accepted before, and accepting is final; the bounty is ${status}. Nothing was changed.`,
  )
}
