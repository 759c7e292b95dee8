import 'server-only'
import { and, eq, exists, type SQL, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { submission } from '#db/schema/submission'
import type { Tx } from '#lib/adapters/db'
import { askJob } from '#lib/adapters/jobs'
import { noteRequest } from '#lib/adapters/request-notes'
import { CairnError } from '#lib/domain/errors'
import type { Bounty } from '#lib/schemas/bounty'
import { type BountyContext, getBounty } from '#lib/services/bounties/get-bounty'
import { transition } from '#lib/services/bounties/transition'

/**
 * Chooses the submission that is paid, for good: the bounty's money goes to its contributor, and its 3D model is asked for.
 * Accepting the same one again answers again, without another effect.
 *
 * @throws CairnError `not_open`, `deadline_passed` or `not_found`, in this order
 */
export async function acceptSubmission(args: {
  ctx: BountyContext
  input: { bountyId: string; submissionId: string }
}): Promise<Bounty> {
  const { ctx, input } = args
  const { bountyId, submissionId } = input
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
    if (moved) {
      await tx.update(submission).set({ reconstructionStatus: 'queued' }).where(isOfBounty)
      await askJob({ tx, name: 'reconstruct', submissionId })
    } else {
      await assertAcceptedBefore(tx, bountyId, submissionId)
    }
    return getBounty({ ctx, input, tx })
  })
}

const beforeDeadline: SQL = sql`service_now() < ${bounty.deadline}`

/** @throws CairnError that says why it could not be accepted, unless it was */
async function assertAcceptedBefore(tx: Tx, bountyId: string, submissionId: string): Promise<void> {
  const [row] = await tx
    .select({
      state: bounty.state,
      acceptedId: bounty.acceptedSubmissionId,
      inTime: sql<boolean>`${beforeDeadline}`,
    })
    .from(bounty)
    .where(eq(bounty.bountyId, bountyId))
  if (!row) throw new CairnError('not_found', 'There is no such bounty.')
  const wasAccepted = row.state === 'accepting' || row.state === 'accepted'
  if (wasAccepted && row.acceptedId === submissionId) return
  if (row.state !== 'open')
    throw new CairnError(
      'not_open',
      wasAccepted
        ? 'Another submission of this bounty was accepted, and accepting is final. Nothing was changed.'
        : `A submission can be accepted only while its bounty is open; this one is ${row.state}. Nothing was changed.`,
    )
  if (!row.inTime)
    throw new CairnError(
      'deadline_passed',
      'The deadline has passed, so nothing can be accepted any more; the money goes back to the payer. Nothing was changed.',
    )
  throw new CairnError('not_found', 'This bounty has no submission with this submission_id.')
}
