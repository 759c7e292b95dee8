import 'server-only'
import { and, asc, gte, lt } from 'drizzle-orm'
import { chainTx } from '#db/schema/outbox'
import type { Chain } from '#lib/adapters/chain/client'
import { errorText } from '#lib/adapters/chain/error-text'
import { markBroadcast, sendRaw } from '#lib/adapters/chain/outbox-broadcast'
import { inQueue, recordTrouble, type SenderQueue, wantedAttempt } from '#lib/adapters/chain/outbox-rows'
import type { Context } from '#lib/adapters/context'

const maxRefilled = 200

/** Sends the stored bytes of a transaction, the first time or again. A refusal by the node is recorded, not thrown. */
export async function rebroadcast(
  ctx: Pick<Context, 'db' | 'log'>,
  chain: Chain,
  txId: number,
): Promise<void> {
  const { hash, raw } = await wantedAttempt(ctx.db, txId)
  try {
    await sendRaw(chain, raw)
  } catch (error) {
    await recordTrouble(ctx, txId, errorText(error))
  }
  await markBroadcast(ctx, hash)
}

/**
 * Sends the stored bytes of a range of nonces again, in any state: the chain has forgotten them because a local chain was
 * started from an older state, or a pool dropped them. The same bytes have the same effect.
 *
 * @throws if the first nonce has no stored bytes: the sender cannot continue
 */
export async function refill(args: {
  ctx: Pick<Context, 'db' | 'log'>
  chain: Chain
  queue: SenderQueue
  /** The next nonce that the chain expects. */
  from: number
  /** The nonce after the last one to send. */
  below: number
}): Promise<void> {
  const { ctx, chain, queue, from, below } = args
  const rows = await ctx.db
    .select({ txId: chainTx.id, nonce: chainTx.nonce })
    .from(chainTx)
    .where(and(inQueue(queue), gte(chainTx.nonce, from), lt(chainTx.nonce, below)))
    .orderBy(asc(chainTx.nonce))
    .limit(maxRefilled)
  if (rows[0]?.nonce !== from)
    throw new Error(
      `${chain.id} expects nonce ${from} of ${queue.sender}, for which this database has no transaction: ` +
        'this database belongs to another chain',
    )
  ctx.log.warn(
    { network: chain.id, sender: queue.sender, from, below },
    'sending transactions again that the chain lacks',
  )
  for (const row of rows) await rebroadcast(ctx, chain, row.txId)
}
