import 'server-only'
import { and, eq } from 'drizzle-orm'
import { type Address, bytesToHex } from 'viem'
import { chainTx } from '#db/schema/outbox'
import type { Chain } from '#lib/adapters/chain/client'
import { currentFees, raiseFees } from '#lib/adapters/chain/fees'
import { resend } from '#lib/adapters/chain/outbox-resend'
import { newestAttempt, noteTrouble } from '#lib/adapters/chain/outbox-rows'
import { signAttempt } from '#lib/adapters/chain/outbox-sign'
import type { Signer } from '#lib/adapters/chain/signer'
import type { Context } from '#lib/adapters/context'

/**
 * Offers more for a transaction that waits too long: the same nonce and call with higher fees, so that at most one of its
 * attempts can ever be mined.
 */
export async function bump(args: {
  ctx: Pick<Context, 'db' | 'log'>
  chain: Chain
  signer: Signer
  txId: number
}): Promise<void> {
  const { ctx, chain, signer, txId } = args
  const market = await currentFees({ chain })
  const outcome = await ctx.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(chainTx)
      .where(and(eq(chainTx.id, txId), eq(chainTx.state, 'sent')))
      .for('update')
    if (!row || row.nonce === null || row.gasLimit === null) return 'settled meanwhile'
    const fees = raiseFees(chain.chainId, await newestAttempt(tx, txId), market)
    if (!fees) return 'at the cap'
    await signAttempt({
      tx,
      txId,
      signer,
      intent: {
        chainId: row.chainId,
        to: row.recipient as Address,
        data: bytesToHex(row.data),
        value: row.value,
      },
      nonce: row.nonce,
      gasLimit: BigInt(row.gasLimit),
      fees,
    })
    return 'raised'
  })
  if (outcome === 'raised') await resend(ctx, chain, txId)
  if (outcome === 'at the cap') await noteTrouble(ctx, txId, 'unmined at the highest fee we offer')
}
