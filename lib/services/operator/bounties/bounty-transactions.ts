import 'server-only'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { bytesToHex } from 'viem'
import { chainTx } from '#db/schema/outbox'
import type { Context } from '#lib/adapters/context'
import { effectOfKind } from '#lib/domain/bounty/find-blocker'
import { isoTime } from '#lib/domain/text/iso-time'
import type { OperatorBountyTransaction } from '#lib/schemas/operator-bounty'
import { kindOf } from '#lib/services/bounties/effect-intent'
import type { BountyRow } from '#lib/services/bounties/transition'
import { readAttempts } from '#lib/services/operator/chains/read-attempts'

/** Retries are at most an hour apart, so a bounty that is retried for weeks has hundreds of transactions. */
const maxOfEach = 40

/**
 * Every transaction of a bounty, newest first. They are found by their idempotency keys, so transactions that
 * another one replaced are included.
 */
export async function listTransactions(args: {
  ctx: Pick<Context, 'db'>
  row: BountyRow
}): Promise<OperatorBountyTransaction[]> {
  const { ctx, row } = args
  const rows = await ctx.db
    .select()
    .from(chainTx)
    .where(and(eq(chainTx.chainId, row.chainId), inArray(chainTx.idemKey, keysOf(row))))
    .orderBy(desc(chainTx.id))
  const attempts = await readAttempts({ ctx, txIds: rows.map(({ id }) => id) })
  const latest = [row.postChainTxId, row.exitChainTxId, row.paybackChainTxId]
  return rows.map((tx) => ({
    id: tx.id,
    effect: effectOfKind(tx.kind),
    state: tx.state,
    is_latest: latest.includes(tx.id),
    sender: tx.sender,
    nonce: tx.nonce,
    mined_hash: tx.minedHash && bytesToHex(tx.minedHash),
    mined_block: tx.minedBlock,
    error: tx.error,
    created_at: isoTime(tx.createdAt),
    updated_at: isoTime(tx.updatedAt),
    attempts: attempts.get(tx.id)!,
  }))
}

/** The idempotency keys that `enqueueEffect` gives to a bounty's transactions. */
function keysOf(row: BountyRow): string[] {
  const ref = bytesToHex(row.ref)
  const { postTries, exitTries, paybackTries } = row
  const tries = {
    post: postTries,
    payback: paybackTries,
    release: exitTries,
    cancel: exitTries,
    refund: exitTries,
  }
  return Object.entries(tries).flatMap(([effect, count]) =>
    Array.from(
      { length: Math.min(count, maxOfEach) },
      (_, back) => `${kindOf(effect as keyof typeof tries)}:${ref}:${count - back}`,
    ),
  )
}
