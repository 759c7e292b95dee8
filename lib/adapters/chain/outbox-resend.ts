import 'server-only'
import { and, asc, gte, lt } from 'drizzle-orm'
import { chainTx } from '#db/schema/outbox'
import type { Chain } from '#lib/adapters/chain/client'
import { errorText } from '#lib/adapters/chain/error-text'
import { markBroadcast, sendRaw } from '#lib/adapters/chain/outbox-broadcast'
import { type Lane, noteTrouble, ofLane, wantedAttempt } from '#lib/adapters/chain/outbox-rows'
import type { Context } from '#lib/adapters/context'

const maxRefilled = 200

/** Sends the stored bytes that the chain should have, the first time or again. A refusal is noted and not thrown. */
export async function resend(ctx: Pick<Context, 'db' | 'log'>, chain: Chain, txId: number): Promise<void> {
  const { hash, raw } = await wantedAttempt(ctx.db, txId)
  try {
    await sendRaw(chain, raw)
  } catch (error) {
    await noteTrouble(ctx, txId, errorText(error))
  }
  await markBroadcast(ctx, hash)
}

/**
 * Gives back to the chain the transactions it has forgotten below a nonce, in whatever state we hold them: a local chain
 * started from an older state, or a pool that dropped them. The same bytes have the same effect. Where we have no bytes,
 * the lane cannot go on and says so.
 */
export async function refill(args: {
  ctx: Pick<Context, 'db' | 'log'>
  chain: Chain
  lane: Lane
  /** The chain's next nonce. */
  from: number
  /** Our next nonce. */
  below: number
}): Promise<void> {
  const { ctx, chain, lane, from, below } = args
  const rows = await ctx.db
    .select({ txId: chainTx.id, nonce: chainTx.nonce })
    .from(chainTx)
    .where(and(ofLane(lane), gte(chainTx.nonce, from), lt(chainTx.nonce, below)))
    .orderBy(asc(chainTx.nonce))
    .limit(maxRefilled)
  if (rows[0]?.nonce !== from)
    throw new Error(
      `${chain.id} expects nonce ${from} of ${lane.sender}, which was given away with no record here: ` +
        'this database belongs to another chain',
    )
  ctx.log.warn({ network: chain.id, sender: lane.sender, from, below }, 'sending again what the chain lacks')
  for (const row of rows) await resend(ctx, chain, row.txId)
}
