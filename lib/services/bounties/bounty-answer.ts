import 'server-only'
import { and, eq } from 'drizzle-orm'
import { bountyAnswer } from '#db/schema/bounty'
import type { Tx } from '#lib/adapters/db'
import { hashToken } from '#lib/adapters/hash-token'
import type { Bounty } from '#lib/schemas/bounty'

// The stored answers to accepted requests, for repeated ones.

/** A request to accept or cancel a bounty. */
export type BountyRequest = {
  bountyId: string
  action: 'accept' | 'cancel'
  submissionId?: string
  /** The `Idempotency-Key` header. Without it, the answer is neither stored nor replayed. */
  idempotencyKey: string | undefined
}

/** Stores the answer to an accepted request, in the transaction that carries it out. */
export async function storeBountyAnswer(args: {
  tx: Tx
  request: BountyRequest
  answer: Bounty
}): Promise<void> {
  const { tx, request, answer } = args
  const { bountyId, action, submissionId, idempotencyKey } = request
  if (idempotencyKey === undefined) return
  const row = {
    action,
    keyHash: hashToken(idempotencyKey),
    submissionId: submissionId ?? null,
    body: JSON.stringify(answer),
  }
  await tx
    .insert(bountyAnswer)
    .values({ bountyId, ...row })
    .onConflictDoUpdate({ target: bountyAnswer.bountyId, set: row })
}

/** Finds the stored answer to the same request with the same key. */
export async function findBountyAnswer(args: {
  tx: Tx
  request: BountyRequest
}): Promise<Bounty | undefined> {
  const { bountyId, action, submissionId, idempotencyKey } = args.request
  if (idempotencyKey === undefined) return undefined
  const [stored] = await args.tx
    .select()
    .from(bountyAnswer)
    .where(
      and(
        eq(bountyAnswer.bountyId, bountyId),
        eq(bountyAnswer.action, action),
        eq(bountyAnswer.keyHash, hashToken(idempotencyKey)),
      ),
    )
  const isSame = stored !== undefined && stored.submissionId === (submissionId ?? null)
  return isSame ? (JSON.parse(stored.body) as Bounty) : undefined
}
