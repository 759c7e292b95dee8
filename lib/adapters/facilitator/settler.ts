import 'server-only'
import type { Hex, TransactionReceipt } from 'viem'
import type { Chain } from '#lib/adapters/chain/client'
import { errorText } from '#lib/adapters/chain/error-text'
import { broadcast, receiptOf } from '#lib/adapters/chain/outbox'
import type { Signer } from '#lib/adapters/chain/signer'
import type { Context } from '#lib/adapters/context'
import {
  type ExpectedTransfer,
  findTransfer,
  isNonceSpent,
  paysIn,
} from '#lib/adapters/facilitator/authorization'
import { expiredReason } from '#lib/adapters/facilitator/checks'
import { findSettlement, storeBatch } from '#lib/adapters/facilitator/settlement-rows'
import type { Simulated } from '#lib/adapters/facilitator/simulate'
import { batchGasLimit, contractPayerGasLimit } from '#lib/adapters/facilitator/transfer-call'
import { createLane } from '#lib/adapters/lane'
import type { ExactPayment } from '#lib/schemas/x402'

/** How a settlement ended. `pending`: not known yet, and `transaction` is where it will show, when there is one. */
export type Settled =
  | { outcome: 'paid'; transaction: Hex }
  | { outcome: 'failed'; reason: string }
  | { outcome: 'pending'; transaction: Hex | undefined }

/** What one transaction did with one of its authorizations. */
type Sent = { hash: Hex; txId: number; receipt: TransactionReceipt | undefined; company: number } | 'taken'
type Entry = { payment: ExactPayment; replaces: number | undefined }

const maxBatch = 64
/**
 * A transaction costs a signature, a commit and a block whatever it carries: under load this wait makes batches three times
 * as large, and more is sold, sooner. A lone caller never waits.
 */
const companyMs = 20
/** Far more than any clock skew and any wait of ours, and still one log search. */
const searchBackMs = 24 * 60 * 60 * 1_000

/**
 * Settles authorizations on one chain, many in one transaction. The transaction and the row that names it for each
 * authorization are committed before it is sent, so whoever asks again finds it.
 */
export function createSettler(options: {
  ctx: Pick<Context, 'db' | 'sql' | 'log' | 'clock'>
  chain: Chain
  signer: Signer
  simulate: (payment: ExactPayment) => Promise<Simulated>
  waitMs: number
}): (payment: ExactPayment, told: { contractPayer: boolean; expired: boolean }) => Promise<Settled> {
  const { ctx, chain, signer, simulate, waitMs } = options

  /** Stores, in one commit; sending is under way when this answers, and each item waits for its receipt by itself. */
  const send = async (batch: readonly Entry[], gasLimit: bigint): Promise<Promise<Sent>[]> => {
    const stored = await storeBatch({ ctx, chain, signer, batch, gasLimit })
    if ('taken' in stored) {
      const rest = batch.filter((_, index) => !stored.taken.includes(index))
      const sent = rest.length > 0 ? await send(rest, gasLimit) : []
      return batch.map((_, index) =>
        stored.taken.includes(index) ? Promise.resolve('taken' as const) : sent.shift()!,
      )
    }
    const { hash, txId } = stored.signed
    const sent = broadcast({ ctx, chain, signed: stored.signed, waitMs }).then(
      (receipt): Sent => ({ hash, txId, receipt, company: batch.length - 1 }),
    )
    return batch.map(() => sent)
  }

  // The lane is busy only until the commit: the next batch is stored while this one waits for its block.
  const together = createLane<Entry, { sent: Promise<Sent> }>({
    maxItems: maxBatch,
    companyMs,
    run: async (batch) =>
      (await send(batch, batchGasLimit(batch.length))).map((sent) => {
        sent.catch(() => {})
        return { sent }
      }),
  })
  const alone = async (entry: Entry, contractPayer: boolean): Promise<Sent> =>
    (await send([entry], contractPayer ? contractPayerGasLimit : batchGasLimit(1)))[0]!

  /** What became of an authorization whose transaction is known. */
  const judge = async (
    payment: ExactPayment,
    sent: { hash: Hex; receipt: TransactionReceipt | undefined; isLost?: boolean },
  ): Promise<Settled | 'no effect'> => {
    if (!sent.receipt && !sent.isLost) return { outcome: 'pending', transaction: sent.hash }
    const expected = expectedOf(payment)
    if (sent.receipt && paysIn(sent.receipt, expected))
      return { outcome: 'paid', transaction: sent.receipt.transactionHash }
    // Our call had no effect. A stranger may have sent the same authorization first, which pays us as well.
    if (!(await isNonceSpent({ chain, expected }))) return 'no effect'
    const notBefore = new Date(ctx.clock.now().getTime() - searchBackMs)
    const found = await findTransfer({ chain, expected, notBefore })
    return found
      ? { outcome: 'paid', transaction: found.transaction }
      : { outcome: 'failed', reason: 'invalid_exact_evm_nonce_already_used' }
  }

  /** Resumes an authorization that has a transaction; `undefined` when there is none. */
  const resume = async (
    payment: ExactPayment,
  ): Promise<{ settled: Settled | 'no effect'; txId: number } | undefined> => {
    const known = await findSettlement(ctx.db, payment)
    if (!known) return undefined
    const giveUpAt = performance.now() + waitMs
    let receipt = await receiptOf({ ctx, chain, txId: known.txId })
    while (!receipt && !known.isLost && performance.now() < giveUpAt) {
      await new Promise((resolve) => setTimeout(resolve, chain.client.pollingInterval))
      receipt = await receiptOf({ ctx, chain, txId: known.txId })
    }
    return { settled: await judge(payment, { ...known, receipt }), txId: known.txId }
  }

  return async (payment, { contractPayer, expired }) => {
    try {
      if (expired) {
        // Never sent now, but it may have been sent while it was good.
        const resumed = await resume(payment)
        if (resumed && resumed.settled !== 'no effect') return resumed.settled
        return { outcome: 'failed', reason: expiredReason }
      }
      const entry = { payment, replaces: undefined }
      const sent = contractPayer ? await alone(entry, true) : await (await together(entry)).sent
      let tried: { settled: Settled | 'no effect'; txId: number; mayRetry: boolean }
      if (sent === 'taken') {
        const resumed = await resume(payment)
        if (!resumed) return { outcome: 'pending', transaction: undefined }
        tried = { ...resumed, mayRetry: true }
      } else {
        tried = { settled: await judge(payment, sent), txId: sent.txId, mayRetry: sent.company > 0 }
      }
      if (tried.settled !== 'no effect') return tried.settled
      // The transaction is spent without effect: for a reason of this authorization, or because of its company
      // (a batch can run out of gas). The token says which.
      const simulated = await simulate(payment)
      if (!simulated.ok) return { outcome: 'failed', reason: simulated.reason }
      if (!tried.mayRetry) return { outcome: 'failed', reason: 'invalid_exact_evm_transaction_failed' }
      const again = await alone({ payment, replaces: tried.txId }, simulated.contractPayer)
      if (again === 'taken') return { outcome: 'pending', transaction: undefined }
      const settled = await judge(payment, again)
      return settled === 'no effect'
        ? { outcome: 'failed', reason: 'invalid_exact_evm_transaction_failed' }
        : settled
    } catch (error) {
      // After the commit we no longer know whether the transaction will be mined; and a commit that failed may have
      // happened. Both are found out later, from the stored row and the chain.
      ctx.log.error({ network: chain.id, error: errorText(error) }, 'settlement outcome unknown')
      return { outcome: 'pending', transaction: undefined }
    }
  }
}

/** The transfer that an authorization stands for. */
export function expectedOf({ accepted, payload }: ExactPayment): ExpectedTransfer {
  const { from, to, value, nonce } = payload.authorization
  return {
    asset: accepted.asset as Hex,
    from: from as Hex,
    nonce: nonce as Hex,
    payTo: to as Hex,
    value: BigInt(value),
  }
}
