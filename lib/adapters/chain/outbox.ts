import 'server-only'
import { and, eq } from 'drizzle-orm'
import { chainTx } from '#db/schema/outbox'
import { rowOf } from '#lib/adapters/chain/outbox-sign'
import type { ChainTxIntent } from '#lib/adapters/chain/outbox-types'
import type { Tx } from '#lib/adapters/db'
import { notifyWorkers } from '#lib/adapters/worker-notifier'

export {
  createPassRecorder,
  freezeSenderQueue,
  unfreezeSenderQueue,
} from '#lib/adapters/chain/outbox-account'
/**
 * The only sender of transactions. A transaction is asked for within the database transaction that needs it, gets one nonce
 * for its whole life, and its signed bytes are stored before they are sent. After a crash at any point the stored row says how
 * to continue, and the effect happens exactly once. `nextTransactionStep` decides; the files `outbox-*.ts` read its facts and
 * carry out its steps.
 *
 *     queued ─sign─▶ sent ─receipt of any attempt─▶ mined ─final block─▶ final | reverted
 *       │ call reverts  ▲ └─ a final block has another one with its nonce ─▶ lost
 *       └▶ rejected     └── its block was undone: the same bytes again ──┘
 *
 * An operator may raise the fee of a sent transaction, or put an empty transaction in its place, at its nonce: the row is
 * `lost` once that one is final. An operator may also freeze a sender queue: then nothing queued in it gets a nonce.
 */
export { broadcast } from '#lib/adapters/chain/outbox-broadcast'
export { deleteSentBytes } from '#lib/adapters/chain/outbox-bytes'
export { followOthers, rejectQueued, runSenderQueue } from '#lib/adapters/chain/outbox-queue'
export { receiptOf } from '#lib/adapters/chain/outbox-receipts'
export { signNow } from '#lib/adapters/chain/outbox-sign'
export { storeSigned } from '#lib/adapters/chain/outbox-store'
export type { ChainTxIntent, SignedTx } from '#lib/adapters/chain/outbox-types'

/**
 * Requests a transaction within the caller's database transaction. For a known idempotency key it changes nothing and returns the existing
 * row.
 */
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
    await notifyWorkers(tx)
    return { txId: created.txId, created: true }
  }
  const [known] = await tx
    .select({ txId: chainTx.id })
    .from(chainTx)
    .where(and(eq(chainTx.chainId, intent.chainId), eq(chainTx.idemKey, intent.idemKey)))
  return { txId: known!.txId, created: false }
}
