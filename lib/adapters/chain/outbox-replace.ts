import 'server-only'
import { and, eq } from 'drizzle-orm'
import { type Address, bytesToHex } from 'viem'
import { chainTx } from '#db/schema/outbox'
import type { Chain } from '#lib/adapters/chain/client'
import { currentFees } from '#lib/adapters/chain/fees'
import { rebroadcast, refill } from '#lib/adapters/chain/outbox-rebroadcast'
import { readSigned, recordTrouble, type SignedRow } from '#lib/adapters/chain/outbox-rows'
import { signAttempt } from '#lib/adapters/chain/outbox-sign'
import type { Signer } from '#lib/adapters/chain/signer'
import type { Context } from '#lib/adapters/context'
import { nextTransactionStep, type SignedFacts } from '#lib/domain/chain/next-transaction-step'

/**
 * Offers a higher fee for a transaction's nonce: with the same call or, once an operator asked for that, with an empty
 * transaction to ourselves in its place. Decides again while it holds the row, because another process may have signed
 * meanwhile.
 */
export async function replaceAttempt(args: {
  ctx: Pick<Context, 'db' | 'log'>
  chain: Chain
  signer: Signer
  facts: SignedRow & SignedFacts
}): Promise<void> {
  const { ctx, chain, signer, facts } = args
  const { txId } = facts
  const market = await currentFees({ chain })
  const emptyGas = facts.cancelIsAsked ? await gasOfEmpty(chain, signer.address) : undefined
  const step = await ctx.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(chainTx)
      .where(and(eq(chainTx.id, txId), eq(chainTx.state, 'sent')))
      .for('update')
    const [signed] = await readSigned(tx, eq(chainTx.id, txId))
    if (!row || row.gasLimit === null || !signed) return undefined
    // An operator asked for something else meanwhile: the next pass does that.
    if (signed.cancelIsAsked !== facts.cancelIsAsked) return undefined
    const step = nextTransactionStep({ ...facts, ...signed, market })
    const isAtLimit = 'heldUpBy' in step && step.heldUpBy === 'feeLimit'
    if (step.do !== 'replace' && !isAtLimit) return undefined
    if (signed.bumpIsAsked) await tx.update(chainTx).set({ bumpAskedAt: null }).where(eq(chainTx.id, txId))
    if (step.do !== 'replace') return step
    const { chainId, nonce } = { ...signed, chainId: row.chainId }
    const common = { tx, txId, signer, nonce, fees: step.fees }
    if (emptyGas !== undefined) {
      const intent = { chainId, to: signer.address, data: '0x', value: 0n } as const
      await signAttempt({ ...common, intent, gasLimit: emptyGas, cancels: true })
    } else {
      const intent = { chainId, to: row.recipient as Address, data: bytesToHex(row.data), value: row.value }
      await signAttempt({ ...common, intent, gasLimit: BigInt(row.gasLimit) })
    }
    return step
  })
  if (!step) return
  if (step.do !== 'replace') await recordTrouble(ctx, txId, 'unmined at the highest fee we offer')
  if (step.do === 'refill') {
    const queue = { chainId: chain.chainId, sender: signer.address }
    await refill({ ctx, chain, queue, from: step.from, below: facts.nonce + 1 })
  } else if (step.do !== 'wait') await rebroadcast(ctx, chain, txId)
}

/** A plain transfer costs more gas on some chains than on others. */
async function gasOfEmpty(chain: Chain, account: Address): Promise<bigint> {
  const estimate = await chain.client.estimateGas({ account, to: account, value: 0n })
  return (estimate * 6n) / 5n
}
