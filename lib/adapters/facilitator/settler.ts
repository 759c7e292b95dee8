import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex, TransactionReceipt } from 'viem'
import { errorText } from '#lib/adapters/chain/error-text'
import { receiptOf } from '#lib/adapters/chain/outbox'
import type { Context } from '#lib/adapters/context'
import {
  type ExpectedTransfer,
  findTransfer,
  isNonceSpent,
  isNonceSpentSince,
  paysIn,
} from '#lib/adapters/facilitator/authorization'
import { expiredReason } from '#lib/adapters/facilitator/checks'
import {
  createSettlementSender,
  type NotSent,
  type SenderOptions,
  type Sent,
} from '#lib/adapters/facilitator/send-settlements'
import { recordOutcome } from '#lib/adapters/facilitator/settlement-outcome'
import { findSettlement } from '#lib/adapters/facilitator/settlement-rows'
import type { Simulated } from '#lib/adapters/facilitator/simulate'
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

/** @property mayRetry true if other authorizations in its transaction may have caused the failure */
type Tried = { settled: Settled | 'no effect'; txId: number; isMined: boolean; mayRetry: boolean }

/** Far longer than any clock skew or timeout here, and still within a single log search. */
const searchBackMs = 24 * 60 * 60 * 1_000

type SettlerOptions = SenderOptions & {
  ctx: Pick<Context, 'db' | 'sql' | 'log' | 'clock'>
  simulate: (payment: ExactPayment) => Promise<Simulated>
  /** Called after a settlement failed because of its payer. */
  onFailure: () => void
}

/**
 * Settles authorizations on one chain, many per transaction. The transaction and one row per authorization
 * are committed before it is sent, so a repeated call finds it.
 */
export function createSettler(
  options: SettlerOptions,
): (payment: ExactPayment, options: { contractPayer: boolean; expired: boolean }) => Promise<Settled> {
  const { ctx, chain, simulate, onFailure } = options
  const sender = createSettlementSender(options)

  const record = async (
    payment: ExactPayment,
    { txId, failed, hasCode }: { txId: number; failed: boolean; hasCode: boolean },
  ) => {
    await recordOutcome({ db: ctx.db, sent: { ...paymentKeyOf(payment), txId }, failed, hasCode })
    if (failed) onFailure()
  }

  /** Resolves an expired authorization: it must not be sent now, but may have been sent before it expired. */
  const settleExpired = async (payment: ExactPayment): Promise<Settled> => {
    const resumed = await resume(options, payment)
    if (resumed && resumed.settled !== 'no effect') return resumed.settled
    if (resumed?.isMined) await record(payment, { txId: resumed.txId, failed: true, hasCode: false })
    return { outcome: 'failed', reason: expiredReason }
  }

  const settleNow = async (payment: ExactPayment, hadCode: boolean): Promise<Settled> => {
    const entry = { payment, replaces: undefined }
    const sent = await (hadCode ? sender.aloneWithCode(entry) : sender.inBatch(entry))
    if (sent === 'busy' || sent === 'delayed') return notSent(sent)
    const tried = sent === 'taken' ? await resume(options, payment) : await triedBy(options, payment, sent)
    if (!tried) return { outcome: 'pending', transaction: undefined }
    const { settled, txId, isMined } = tried
    if (settled === 'no effect') return settleAgain(payment, hadCode, tried)
    const failed = settled.outcome === 'failed'
    if (isMined && (hadCode || failed)) await record(payment, { txId, failed, hasCode: hadCode })
    return settled
  }

  /**
   * The transaction was mined without effect, because of this authorization or of others in its batch (which can run out of gas). A
   * simulation shows which. If it was because of others, the authorization is sent once more, alone.
   */
  const settleAgain = async (
    payment: ExactPayment,
    hadCode: boolean,
    { txId, isMined, mayRetry }: Tried,
  ): Promise<Settled> => {
    const simulated = await simulate(payment)
    const hasCode = simulated.contractPayer
    if (isMined && (!simulated.ok || hasCode || !mayRetry))
      await record(payment, { txId, failed: true, hasCode })
    if (!simulated.ok) return { outcome: 'failed', reason: simulated.reason }
    // A payer that got code after its verification may have caused the batch to fail: it is not sent again
    // now.
    if (!mayRetry || (hasCode && !hadCode)) return failedOnChain
    const again = { payment, replaces: txId }
    const sent = await (hasCode ? sender.aloneWithCode(again) : sender.alone(again))
    if (typeof sent === 'string') return notSent(sent)
    const ended = await readOutcome(options, payment, sent)
    const failed = ended === 'no effect' || ended.outcome === 'failed'
    if (sent.receipt && (hasCode || failed)) await record(payment, { txId: sent.txId, failed, hasCode })
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

/** Determines the outcome of an authorization whose transaction is known. */
async function readOutcome(
  { ctx, chain }: SettlerOptions,
  payment: ExactPayment,
  sent: { hash: Hex; receipt: TransactionReceipt | undefined; isLost?: boolean },
): Promise<Settled | 'no effect'> {
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

async function triedBy(options: SettlerOptions, payment: ExactPayment, sent: Sent): Promise<Tried> {
  const { txId, receipt, others } = sent
  const settled = await readOutcome(options, payment, sent)
  return { settled, txId, isMined: receipt !== undefined, mayRetry: others > 0 }
}

/** Resumes an authorization that already has a transaction; returns `undefined` if it has none. */
async function resume(options: SettlerOptions, payment: ExactPayment): Promise<Tried | undefined> {
  const { ctx, chain, waitMs } = options
  const known = await findSettlement(ctx.db, payment)
  if (!known) return undefined
  const giveUpAt = performance.now() + waitMs
  let receipt = await receiptOf({ ctx, chain, txId: known.txId })
  while (!receipt && !known.isLost && performance.now() < giveUpAt) {
    await sleep(chain.client.pollingInterval)
    receipt = await receiptOf({ ctx, chain, txId: known.txId })
  }
  const settled = await readOutcome(options, payment, { ...known, receipt })
  return { settled, txId: known.txId, isMined: receipt !== undefined, mayRetry: true }
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
