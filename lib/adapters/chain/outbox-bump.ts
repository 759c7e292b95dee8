import 'server-only'
import { and, eq } from 'drizzle-orm'
import { type Address, bytesToHex } from 'viem'
import { chainAttempt, chainTx } from '#db/schema/outbox'
import type { Chain } from '#lib/adapters/chain/client'
import { currentFees, raiseFees } from '#lib/adapters/chain/fees'
import { resend } from '#lib/adapters/chain/outbox-resend'
import { highestFees, noteTrouble } from '#lib/adapters/chain/outbox-rows'
import { signAttempt } from '#lib/adapters/chain/outbox-sign'
import type { Signer } from '#lib/adapters/chain/signer'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'

type TxRow = typeof chainTx.$inferSelect
type Reason = 'waited' | 'asked' | 'cancel'

/**
 * Offers more for a transaction's nonce: with the same call, or, once an operator wants that, with an empty transaction to
 * ourselves in its place. The nonce stays the same, so that at most one of all its attempts can ever be mined.
 *
 * @param because `waited`: too long. `asked`: by an operator. `cancel`: the first attempt that is empty
 * @param isEmpty whether that is wanted, as far as the caller knows
 */
export async function bump(args: {
  ctx: Pick<Context, 'db' | 'log'>
  chain: Chain
  signer: Signer
  txId: number
  because: Reason
  isEmpty: boolean
}): Promise<void> {
  const { ctx, chain, signer, txId, because, isEmpty } = args
  const market = await currentFees({ chain })
  const emptyGas = isEmpty ? await gasOfEmpty(chain, signer.address) : undefined
  const outcome = await ctx.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(chainTx)
      .where(and(eq(chainTx.id, txId), eq(chainTx.state, 'sent')))
      .for('update')
    if (!row || row.nonce === null || row.gasLimit === null) return 'settled meanwhile'
    const isAsKnown = isEmpty === (row.cancelAskedAt !== null)
    if (!isAsKnown || !(await isStillWanted(tx, row, because))) return 'changed meanwhile'
    if (row.bumpAskedAt !== null)
      await tx.update(chainTx).set({ bumpAskedAt: null }).where(eq(chainTx.id, txId))
    const fees = raiseFees(chain.chainId, await highestFees(tx, txId), market, row.feeCap ?? undefined)
    if (!fees) return 'at the cap'
    const { chainId, nonce } = row
    const common = { tx, txId, signer, nonce, fees }
    if (emptyGas !== undefined) {
      const intent = { chainId, to: signer.address, data: '0x', value: 0n } as const
      await signAttempt({ ...common, intent, gasLimit: emptyGas, cancels: true })
    } else {
      const to = row.recipient as Address
      const intent = { chainId, to, data: bytesToHex(row.data), value: row.value }
      await signAttempt({ ...common, intent, gasLimit: BigInt(row.gasLimit) })
    }
    return 'raised'
  })
  if (outcome === 'raised') await resend(ctx, chain, txId)
  if (outcome === 'at the cap') await noteTrouble(ctx, txId, 'unmined at the highest fee we offer')
}

/** Another worker may have done it while this one waited for the row. */
async function isStillWanted(tx: Tx, row: TxRow, because: Reason): Promise<boolean> {
  if (because === 'waited') return true
  if (because === 'asked') return row.bumpAskedAt !== null
  const [signed] = await tx
    .select({ hash: chainAttempt.hash })
    .from(chainAttempt)
    .where(and(eq(chainAttempt.txId, row.id), eq(chainAttempt.cancels, true)))
    .limit(1)
  return signed === undefined
}

/** A plain transfer does not cost the same everywhere. */
async function gasOfEmpty(chain: Chain, account: Address): Promise<bigint> {
  const estimate = await chain.client.estimateGas({ account, to: account, value: 0n })
  return (estimate * 6n) / 5n
}
