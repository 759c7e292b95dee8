import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex, TransactionReceipt } from 'viem'
import { createBatcher } from '#lib/adapters/batcher'
import type { Chain } from '#lib/adapters/chain/client'
import { errorText } from '#lib/adapters/chain/error-text'
import { broadcast, receiptOf } from '#lib/adapters/chain/outbox'
import type { Signer } from '#lib/adapters/chain/signer'
import type { Context } from '#lib/adapters/context'
import {
  type ExpectedTransfer,
  findTransfer,
  isNonceSpent,
  isNonceSpentSince,
  paysIn,
} from '#lib/adapters/facilitator/authorization'
import { expiredReason } from '#lib/adapters/facilitator/checks'
import { mayBegin, recordOutcome } from '#lib/adapters/facilitator/settlement-outcome'
import { findSettlement, storeBatch } from '#lib/adapters/facilitator/settlement-rows'
import type { Simulated } from '#lib/adapters/facilitator/simulate'
import { batchGasLimit, maxBatch } from '#lib/adapters/facilitator/transfer-call'
import { paymentKeyOf } from '#lib/schemas/payment-key'
import type { ExactPayment } from '#lib/schemas/x402'

/**
 * The outcome of a settlement. `pending` means unknown so far; `transaction` is the one to watch, if it was
 * sent.
 */
export type Settled =
  | { outcome: 'paid'; transaction: Hex }
  | { outcome: 'failed'; reason: string }
  | { outcome: 'pending'; transaction: Hex | undefined }

/** A transaction that was sent. @property others number of other authorizations in it */
type Sent = { hash: Hex; txId: number; receipt: TransactionReceipt | undefined; others: number }
/**
 * `taken`: the authorization already has a transaction. For payers with code only: `busy`, another settlement
 * of the payer is open; `delayed`, an earlier one has failed.
 */
type NotSent = 'taken' | 'busy' | 'delayed'
/** @property mayRetry true if other authorizations in its transaction may have caused the failure */
type Tried = { settled: Settled | 'no effect'; txId: number; isMined: boolean; mayRetry: boolean }
type Entry = { payment: ExactPayment; replaces: number | undefined }

/** Far longer than any clock skew or timeout here, and still within a single log search. */
const searchBackMs = 24 * 60 * 60 * 1_000

/**
 * Settles authorizations on one chain, many per transaction. The transaction and one row per authorization
 * are committed before it is sent, so a repeated call finds it.
 */
export function createSettler(options: {
  ctx: Pick<Context, 'db' | 'sql' | 'log' | 'clock'>
  chain: Chain
  signer: Signer
  simulate: (payment: ExactPayment) => Promise<Simulated>
  /** Gas limit of a settlement for a payer with code. */
  contractPayerGas: bigint
  waitMs: number
  /**
   * True while payments that were verified are about to be settled. A batch waits for them up to `gatherMs`, because
   * a transaction costs one signature, one commit and one block, whether it settles one payment or many. Under load,
   * batches become three times as large, which raises throughput and lowers latency. A single caller never waits.
   */
  expectsMore: () => boolean
  gatherMs: number
  /** Called after a settlement failed because of its payer. */
  onFailure: () => void
}): (payment: ExactPayment, options: { contractPayer: boolean; expired: boolean }) => Promise<Settled> {
  const { ctx, chain, signer, simulate, contractPayerGas, waitMs, gatherMs, expectsMore, onFailure } = options

  /**
   * Stores the batch in one commit and starts sending it. Each returned promise resolves with its receipt.
   */
  const send = async (
    batch: readonly Entry[],
    { gasLimit, contractPayer }: { gasLimit: bigint; contractPayer: boolean },
  ): Promise<Promise<Sent | NotSent>[]> => {
    const stored = await storeBatch({ ctx, chain, signer, batch, gasLimit, contractPayer })
    if ('refused' in stored) return batch.map(async () => stored.refused)
    if ('taken' in stored) {
      const rest = batch.filter((_, index) => !stored.taken.includes(index))
      const sent = rest.length > 0 ? await send(rest, { gasLimit, contractPayer }) : []
      return batch.map((_, index) =>
        stored.taken.includes(index) ? Promise.resolve('taken' as const) : sent.shift()!,
      )
    }
    const { hash, txId } = stored.signed
    const sent = broadcast({ ctx, chain, signed: stored.signed, waitMs }).then(
      (receipt): Sent => ({ hash, txId, receipt, others: batch.length - 1 }),
    )
    return batch.map(() => sent)
  }

  // The batcher is busy only until the commit: it stores the next batch while this one waits for its block.
  const sendInBatch = createBatcher<Entry, { sent: Promise<Sent | NotSent> }>({
    maxItems: maxBatch,
    refillMs: gatherMs,
    expectsMore,
    run: async (batch) =>
      (await send(batch, { gasLimit: batchGasLimit(batch.length), contractPayer: false })).map((sent) => {
        sent.catch(() => {})
        return { sent }
      }),
  })
  const sendAlone = async (entry: Entry): Promise<Sent | NotSent> =>
    (await send([entry], { gasLimit: batchGasLimit(1), contractPayer: false }))[0]!

  /**
   * One at a time per payer, across all processes: a payer that makes its settlements fail is delayed after
   * the first.
   */
  const sendAloneWithCode = async (entry: Entry): Promise<Sent | NotSent> => {
    const giveUpAt = performance.now() + waitMs
    const { payer } = paymentKeyOf(entry.payment)
    for (;;) {
      if (await mayBegin({ ctx, chain, payer })) {
        const sent = await (await send([entry], { gasLimit: contractPayerGas, contractPayer: true }))[0]!
        if (sent !== 'busy') return sent
      }
      if (performance.now() >= giveUpAt) return 'busy'
      await sleep(chain.client.pollingInterval)
    }
  }

  /** Determines the outcome of an authorization whose transaction is known. */
  const readOutcome = async (
    payment: ExactPayment,
    sent: { hash: Hex; receipt: TransactionReceipt | undefined; isLost?: boolean },
  ): Promise<Settled | 'no effect'> => {
    if (!sent.receipt && !sent.isLost) return { outcome: 'pending', transaction: sent.hash }
    const expected = expectedOf(payment)
    if (sent.receipt && paysIn(sent.receipt, expected))
      return { outcome: 'paid', transaction: sent.receipt.transactionHash }
    // Our call had no effect. A third party may have sent the same authorization first, which pays us as
    // well.
    const since = sent.receipt?.blockNumber
    const isSpent = await (since === undefined
      ? isNonceSpent({ chain, expected })
      : isNonceSpentSince({ chain, expected, since }))
    if (!isSpent) return 'no effect'
    const notBefore = new Date(ctx.clock.now().getTime() - searchBackMs)
    const found = await findTransfer({ chain, expected, notBefore })
    return found
      ? { outcome: 'paid', transaction: found.transaction }
      : { outcome: 'failed', reason: 'invalid_exact_evm_nonce_already_used' }
  }

  /** Resumes an authorization that already has a transaction; returns `undefined` if it has none. */
  const resume = async (payment: ExactPayment): Promise<Tried | undefined> => {
    const known = await findSettlement(ctx.db, payment)
    if (!known) return undefined
    const giveUpAt = performance.now() + waitMs
    let receipt = await receiptOf({ ctx, chain, txId: known.txId })
    while (!receipt && !known.isLost && performance.now() < giveUpAt) {
      await sleep(chain.client.pollingInterval)
      receipt = await receiptOf({ ctx, chain, txId: known.txId })
    }
    const settled = await readOutcome(payment, { ...known, receipt })
    return { settled, txId: known.txId, isMined: receipt !== undefined, mayRetry: true }
  }

  const record = async (
    payment: ExactPayment,
    { txId, failed, hasCode }: { txId: number; failed: boolean; hasCode: boolean },
  ) => {
    await recordOutcome({ db: ctx.db, sent: { ...paymentKeyOf(payment), txId }, failed, hasCode })
    if (failed) onFailure()
  }

  /** Resolves an expired authorization: it must not be sent now, but may have been sent before it expired. */
  const settleExpired = async (payment: ExactPayment): Promise<Settled> => {
    const resumed = await resume(payment)
    if (resumed && resumed.settled !== 'no effect') return resumed.settled
    if (resumed?.isMined) await record(payment, { txId: resumed.txId, failed: true, hasCode: false })
    return { outcome: 'failed', reason: expiredReason }
  }

  const settleNow = async (payment: ExactPayment, hadCode: boolean): Promise<Settled> => {
    const entry = { payment, replaces: undefined }
    const sent = hadCode ? await sendAloneWithCode(entry) : await (await sendInBatch(entry)).sent
    if (sent === 'busy' || sent === 'delayed') return notSent(sent)
    const tried =
      sent === 'taken'
        ? await resume(payment)
        : {
            settled: await readOutcome(payment, sent),
            txId: sent.txId,
            isMined: sent.receipt !== undefined,
            mayRetry: sent.others > 0,
          }
    if (!tried) return { outcome: 'pending', transaction: undefined }
    const { settled, txId, isMined, mayRetry } = tried
    if (settled !== 'no effect') {
      const failed = settled.outcome === 'failed'
      if (isMined && (hadCode || failed)) await record(payment, { txId, failed, hasCode: hadCode })
      return settled
    }
    // The transaction was mined without effect, because of this authorization or of others in its batch
    // (which can run out of gas). A simulation shows which.
    const simulated = await simulate(payment)
    const hasCode = simulated.contractPayer
    if (isMined && (!simulated.ok || hasCode || !mayRetry))
      await record(payment, { txId, failed: true, hasCode })
    if (!simulated.ok) return { outcome: 'failed', reason: simulated.reason }
    // A payer that got code after its verification may have caused the batch to fail: it is not sent again
    // now.
    if (!mayRetry || (hasCode && !hadCode)) return failedOnChain
    const again = { payment, replaces: txId }
    const sentAgain = hasCode ? await sendAloneWithCode(again) : await sendAlone(again)
    if (typeof sentAgain === 'string') return notSent(sentAgain)
    const ended = await readOutcome(payment, sentAgain)
    const failed = ended === 'no effect' || ended.outcome === 'failed'
    if (sentAgain.receipt && (hasCode || failed))
      await record(payment, { txId: sentAgain.txId, failed, hasCode })
    return ended === 'no effect' ? failedOnChain : ended
  }

  return async (payment, { contractPayer, expired }) => {
    try {
      return await (expired ? settleExpired(payment) : settleNow(payment, contractPayer))
    } catch (error) {
      // After the commit it is unknown if the transaction will be mined, and a commit that reported an error
      // may have succeeded. A later call determines both from the stored row and the chain.
      ctx.log.error({ network: chain.id, error: errorText(error) }, 'settlement outcome unknown')
      return { outcome: 'pending', transaction: undefined }
    }
  }
}

const failedOnChain = { outcome: 'failed', reason: 'invalid_transaction_state' } as const

/**
 * The result when this call sent no transaction. `pending` while another settlement is open: the client may
 * retry.
 */
function notSent(why: NotSent): Settled {
  return why === 'delayed'
    ? { outcome: 'failed', reason: 'payer_delayed' }
    : { outcome: 'pending', transaction: undefined }
}

/** The transfer that an authorization allows. */
function expectedOf({ accepted, payload }: ExactPayment): ExpectedTransfer {
  const { from, to, value, nonce } = payload.authorization
  return {
    asset: accepted.asset as Hex,
    from: from as Hex,
    nonce: nonce as Hex,
    payTo: to as Hex,
    value: BigInt(value),
  }
}
