import 'server-only'
import { and, eq } from 'drizzle-orm'
import { chainTx } from '#db/schema/outbox'
import { rowOf } from '#lib/adapters/chain/outbox-sign'
import type { ChainTxIntent } from '#lib/adapters/chain/outbox-types'
import type { Tx } from '#lib/adapters/db'
import { ringWorkers } from '#lib/adapters/worker-bell'

export { freezeLane, laneNotes, unfreezeLane } from '#lib/adapters/chain/outbox-account'
/**
 * The only sender of a transaction. A transaction is asked for within the database transaction that needs it, gets one
 * nonce, once, and its signed bytes are stored before they are sent: a crash at any point resumes from the stored row,
 * and the effect happens exactly once.
 *
 *     queued ─sign─▶ sent ─receipt of any attempt─▶ mined ─final block─▶ final | reverted
 *       │ call reverts  ▲ └─ nonce used by another transaction, for good ─▶ lost
 *       └▶ rejected     └── receipt gone: the same bytes again ──┘
 *
 * An operator may have more offered for what is sent, or an empty transaction put in its place, at its nonce: `lost` once
 * that one is final. And may freeze a lane: then nothing queued there gets a nonce.
 */
export { broadcast } from '#lib/adapters/chain/outbox-broadcast'
export { followOthers, rejectQueued, runLane } from '#lib/adapters/chain/outbox-lane'
export { receiptOf } from '#lib/adapters/chain/outbox-receipts'
export { signNow } from '#lib/adapters/chain/outbox-sign'
export { storeSigned } from '#lib/adapters/chain/outbox-store'
export type { ChainTxIntent, SignedTx } from '#lib/adapters/chain/outbox-types'

/** Asks for a transaction within the caller's. A known idempotency key changes nothing and answers the row it has. */
export async function enqueue(args: {
  tx: Tx
  intent: ChainTxIntent
}): Promise<{ txId: number; created: boolean }> {
  const { tx, intent } = args
  const [created] = await tx
    .insert(chainTx)
    .values({ ...rowOf(intent), state: 'queued' })
    .onConflictDoNothing({ target: [chainTx.chainId, chainTx.idemKey] })
    .returning({ txId: chainTx.id })
  if (created) {
    await ringWorkers(tx)
    return { txId: created.txId, created: true }
  }
  const [known] = await tx
    .select({ txId: chainTx.id })
    .from(chainTx)
    .where(and(eq(chainTx.chainId, intent.chainId), eq(chainTx.idemKey, intent.idemKey)))
  return { txId: known!.txId, created: false }
}
