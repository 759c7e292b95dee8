import 'server-only'
import { and, desc, eq, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { chainTx } from '#db/schema/outbox'
import type { Chain } from '#lib/adapters/chain/client'
import { enqueue } from '#lib/adapters/chain/outbox'
import { encodeApproveAll, readAllowance } from '#lib/adapters/chain/usdc'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import { endedWithoutEffect } from '#lib/domain/chain-tx'
import type { Desk } from '#lib/services/bounties/desk'
import { mayTryAgain } from '#lib/services/chain/may-try-again'

const kind = 'approve_escrow'
/** An operator wants a bounty that waits for this tried at once. */
const isRetryAsked = sql`exists (
  select from ${bounty} where ${bounty.chainId} = ${chainTx.chainId} and ${bounty.state} in ('paid', 'creating')
  and ${bounty.retryAskedAt} > ${chainTx.updatedAt})`
/** USDC does not count the largest allowance down. Below this somebody took it back. */
const enough = 2n ** 128n

/**
 * Whether the escrow may take the treasury's money; when it may not, asks for that, once.
 *
 * True as well when the token refused to allow it: the posts that now follow are refused too, which is counted, and in the
 * end their money goes back. Waiting would keep it.
 */
export async function ensureAllowance(args: {
  ctx: Pick<Context, 'db' | 'log'>
  desk: Desk
  network: NetworkConfig
  chain: Chain
}): Promise<boolean> {
  const { ctx, desk, network, chain } = args
  const { usdc, escrow } = network
  const owner = desk.treasury.address
  if ((await readAllowance({ chain, usdc, owner, spender: escrow })) >= enough) return true
  const prefix = `${kind}:${owner}:${escrow}:`.toLowerCase()
  return ctx.db.transaction(async (tx) => {
    const [last] = await tx
      .select({
        id: chainTx.id,
        state: chainTx.state,
        mayTryAgain: sql<boolean>`${mayTryAgain} or ${isRetryAsked}`,
      })
      .from(chainTx)
      .where(
        and(
          eq(chainTx.chainId, chain.chainId),
          eq(chainTx.kind, kind),
          sql`starts_with(${chainTx.idemKey}, ${prefix})`,
        ),
      )
      .orderBy(desc(chainTx.id))
      .limit(1)
    const isRefused = last !== undefined && endedWithoutEffect(last.state)
    // `final` and taken back since, or asked for on a chain that has forgotten it: again, but not at every pass.
    const isOver = isRefused || last?.state === 'final'
    if (last === undefined || (isOver && last.mayTryAgain)) {
      await enqueue({
        tx,
        intent: {
          chainId: chain.chainId,
          sender: owner,
          kind,
          idemKey: `${prefix}${last?.id ?? 0}`,
          to: usdc.address,
          data: encodeApproveAll(escrow),
        },
      })
      ctx.log.info({ network: chain.id, escrow }, 'asking to let the escrow take from the treasury')
    }
    return isRefused
  })
}
