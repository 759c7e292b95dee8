import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { submission } from '#db/schema/submission'
import type { Tx } from '#lib/adapters/db'
import { hashToken } from '#lib/adapters/hash-token'
import { noteRequest } from '#lib/adapters/request-notes'
import { shownStatus } from '#lib/domain/bounty/bounty'
import type { DeclineReason } from '#lib/domain/bounty/decline'
import { CairnError } from '#lib/domain/errors'
import { couldBeId } from '#lib/domain/ids'
import type { Bounty } from '#lib/schemas/bounty'
import { type BountyContext, getBounty } from '#lib/services/bounties/get-bounty'
import { beforeDeadline } from '#lib/services/bounties/transition'
import { recordSubmission } from '#lib/services/media/record-submission'

/** The columns of a submission that is not declined. */
export const notDeclined = { declinedReason: null, declinedText: null, declinedAt: null } as const

type DeclineInput = {
  bountyId: string
  submissionId: string
  /** `null` takes the decline back. */
  reason: DeclineReason | null
  text?: string | undefined
  idempotencyKey?: string | undefined
}

/**
 * Declines a submission of an open bounty before its deadline, or withdraws the decline. No money moves, and the submission can still be
 * accepted. Repeating a request changes nothing. With the `Idempotency-Key` of the last one this holds even after a later change.
 *
 * @throws CairnError `not_open`, `deadline_passed` or `not_found`, in this order
 */
export async function declineSubmission(args: { ctx: BountyContext; input: DeclineInput }): Promise<Bounty> {
  const { ctx, input } = args
  noteRequest({ submissionId: input.submissionId })
  return ctx.db.transaction(async (tx) => {
    await assertOpen(tx, input.bountyId)
    await decide(tx, input)
    return getBounty({ ctx, input, tx })
  })
}

async function decide(tx: Tx, input: DeclineInput): Promise<void> {
  const { bountyId, submissionId, reason, text = null, idempotencyKey } = input
  const isOfBounty = and(eq(submission.submissionId, submissionId), eq(submission.bountyId, bountyId))
  const [row] = couldBeId(submissionId)
    ? await tx.select().from(submission).where(isOfBounty).for('update')
    : []
  if (!row) throw new CairnError('not_found', 'This bounty has no submission with this submission_id.')
  const keyHash = idempotencyKey === undefined ? null : hashToken(idempotencyKey)
  if (keyHash && row.declineKeyHash && Buffer.compare(keyHash, row.declineKeyHash) === 0) return
  const isSame = row.declinedReason === reason && row.declinedText === text
  await tx
    .update(submission)
    .set({
      ...(isSame ? {} : declineOf(reason, text)),
      declineKeyHash: keyHash,
    })
    .where(isOfBounty)
  if (isSame) return
  if (reason === null) await recordSubmission(tx, submissionId, 'decline_withdrawn')
  else await recordSubmission(tx, submissionId, 'declined', { reason })
}

function declineOf(reason: DeclineReason | null, text: string | null) {
  if (reason === null) return notDeclined
  return { declinedReason: reason, declinedText: text, declinedAt: sql`service_now()` }
}

/** A shared lock: the bounty stays open until the decline is committed. */
async function assertOpen(tx: Tx, bountyId: string): Promise<void> {
  const [found] = await tx
    .select({ state: bounty.state, inTime: sql<boolean>`${beforeDeadline}` })
    .from(bounty)
    .where(eq(bounty.bountyId, bountyId))
    .for('share')
  if (!found) throw new CairnError('not_found', 'There is no such bounty.')
  const status = shownStatus(found.state, !found.inTime)
  if (status === 'open') return
  if (status === 'expired')
    throw new CairnError(
      'deadline_passed',
      'The deadline has passed, so no other take can be handed in. Nothing was changed.',
    )
  throw new CairnError(
    'not_open',
    `A submission can be declined only while its bounty is open; this one is ${status}. Nothing was changed.`,
  )
}
