import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { replayedNonces } from '#db/schema/freeze'
import { chainAccount, chainTx } from '#db/schema/outbox'
import type { Chain } from '#lib/adapters/chain/client'
import { skipTo } from '#lib/adapters/chain/outbox-nonce'
import type { Context } from '#lib/adapters/context'

/**
 * Sets the count of every key to the chain's, and rejects what is queued: it was perhaps done since, so it is asked for anew
 * after a look at the chain. What was signed stays: its nonce is its own for ever, and can be mined once.
 *
 * @returns what has to be waited for, in words for people; empty when nothing has
 */
export async function replayLanes(args: {
  ctx: Pick<Context, 'db'>
  input: { chain: Chain; freezeId: number }
}): Promise<{ rejected: number; skipped: number; waits: string[] }> {
  const { ctx, input } = args
  const { chain, freezeId } = input
  const rejected = await ctx.db
    .update(chainTx)
    .set({
      state: 'rejected',
      error: 'the service was frozen before it was sent: asked for anew after a look at the chain',
      updatedAt: sql`service_now()`,
    })
    .where(and(eq(chainTx.chainId, chain.chainId), sql`${chainTx.state} = 'queued'`))
    .returning({ id: chainTx.id })
  const keys = await ctx.db.select().from(chainAccount).where(eq(chainAccount.chainId, chain.chainId))
  let skipped = 0
  const waits: string[] = []
  for (const { address, nextNonce } of keys) {
    const [mined, pooled] = await Promise.all(
      (['latest', 'pending'] as const).map((blockTag) =>
        chain.client.getTransactionCount({ address: address as Address, blockTag }),
      ),
    )
    // Not ours by any row: another copy sent them, and what they do has to be seen before anything is done after them.
    if (pooled! > Math.max(mined!, nextNonce))
      waits.push(
        `${pooled! - Math.max(mined!, nextNonce)} transactions of ${address} are in the node's pool and not mined`,
      )
    if (mined! <= nextNonce) continue
    skipped += mined! - nextNonce
    await ctx.db.transaction(async (tx) => {
      const range = { fromNonce: nextNonce, toNonce: mined! - 1, freezeId }
      await tx
        .insert(replayedNonces)
        .values({ chainId: chain.chainId, sender: address, ...range })
        .onConflictDoNothing()
      await skipTo(tx, chain, address as Address, mined!)
    })
  }
  return { rejected: rejected.length, skipped, waits }
}
