import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { replayedNonces } from '#db/schema/freeze'
import { chainAccount, chainTx } from '#db/schema/outbox'
import type { Chain } from '#lib/adapters/chain/client'
import { skipTo } from '#lib/adapters/chain/outbox-nonce'
import type { Context } from '#lib/adapters/context'

/**
 * Sets the nonce count of every key to the chain's, and rejects queued transactions: they may have been carried out since, so they are
 * requested again once the chain was read. Signed transactions stay, because each has its own nonce and can be mined only once.
 *
 * @returns reasons to wait, as text for people
 */
export async function replaySenderQueues(args: {
  ctx: Pick<Context, 'db'>
  input: { chain: Chain; freezeId: number }
}): Promise<{ rejected: number; skipped: number; waits: string[] }> {
  const { ctx, input } = args
  const { chain, freezeId } = input
  const rejected = await ctx.db
    .update(chainTx)
    .set({
      state: 'rejected',
      error: 'the service was frozen before it was sent: it is requested again once the chain was read',
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
    // No row has these transactions: another copy sent them, and their effect has to be read before more is
    // sent.
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
