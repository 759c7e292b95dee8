import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PaymentPayload } from '@x402/core/types'
import type { Hex } from 'viem'
import { errorText } from '#lib/adapters/chain/error-text'
import { settlementPending } from '#lib/adapters/facilitator/facilitator'
import { yieldPlaceDuring } from '#lib/adapters/request-gate'
import { currentRequest, noteRequest, type RequestNotes } from '#lib/adapters/request-notes'
import { traced } from '#lib/adapters/trace'
import type { ErrorCode } from '#lib/domain/errors'
import { nextPaymentStep, pollEveryMs, type RefusalReason } from '#lib/domain/payment/next-payment-step'
import { specifiedReason } from '#lib/domain/payment/payment-refusal'
import { paymentKeyOf } from '#lib/schemas/payment-key'
import { answerIdentified } from '#lib/services/payments/answer-identified'
import { answerSettled } from '#lib/services/payments/answer-settled'
import { bindIdentifier } from '#lib/services/payments/bind-identifier'
import { type Claim, claimOf, claimPayment, reclaimPayment } from '#lib/services/payments/claim-payment'
import {
  markFailed,
  releaseSettlement,
  takeOverSettlement,
  voidPayment,
} from '#lib/services/payments/close-payment'
import { assertPayerMayTry, countFailedPayment } from '#lib/services/payments/failed-payments'
import {
  type Known,
  type PaymentRequest,
  readFact,
  readPayment,
  withFacts,
} from '#lib/services/payments/purchase-facts'
import { recoverPayment } from '#lib/services/payments/recover-payment'
import { hashPayment } from '#lib/services/payments/request-hash'
import { settleSeconds, storeResult } from '#lib/services/payments/store-result'
import {
  type PaymentContext,
  type Purchase,
  type PurchaseInput,
  pendingPurchase,
  receiptFor,
} from '#lib/services/payments/types'
import { refuseVetted, requirementsFor, vetPayment } from '#lib/services/payments/vet-payment'
import { requestProof } from '#lib/services/payments/wallet-proof'

/** A purchase in progress. */
type RunningPurchase = {
  done: Promise<Purchase>
  /** The notes of the request that started it. */
  notes: RequestNotes | undefined
}
/** By database pool. */
const runningPurchases = new WeakMap<object, Map<string, RunningPurchase>>()

/**
 * Sells one answer for one payment, in either flow. The same payment for the same request is answered again with the same
 * answer and charged once, also after a crash and when it is sent several times at once.
 */
export async function purchase(args: { ctx: PaymentContext; input: PurchaseInput }): Promise<Purchase> {
  const { ctx, input } = args
  const byKey = runningPurchases.get(ctx.sql) ?? new Map<string, RunningPurchase>()
  runningPurchases.set(ctx.sql, byKey)
  const payloadHash = hashPayment(input.payment)
  // Requests share one purchase only if all of this is equal. Otherwise the database decides which one settles the payment.
  const hashes = [input.requestHash, payloadHash].map((hash) => Buffer.from(hash).toString('hex'))
  const key = [...hashes, input.identifier, JSON.stringify(input.proof)].join(' ')
  const running = byKey.get(key)
  if (running) return running.done.finally(() => noteRequest(running.notes ?? {}))
  const done = sell(ctx, input, payloadHash).finally(() => byKey.delete(key))
  byKey.set(key, { done, notes: currentRequest()?.notes })
  return done
}

/** Carries out `nextPaymentStep` until the request has its answer. */
async function sell(ctx: PaymentContext, input: PurchaseInput, payloadHash: Uint8Array): Promise<Purchase> {
  // Most payments are new, so the check runs while the journal is read. It is ignored if the journal has the payment.
  const firstVerdict = vetPayment({ ctx, input })
  firstVerdict.catch(() => {})
  const request: PaymentRequest = { ctx, input, payloadHash, key: paymentKeyOf(input.payment), firstVerdict }
  let waitingSince: number | undefined
  let transferReadAt = Number.NEGATIVE_INFINITY
  let known = await readPayment(request)
  for (;;) {
    const now = performance.now()
    const step = nextPaymentStep({
      ...known.facts,
      waitedMs: now - (waitingSince ?? now),
      sinceTransferReadMs: now - transferReadAt,
    })
    switch (step.do) {
      case 'read':
        if (step.fact === 'transfer') transferReadAt = now
        known = await readFact(request, known, step.fact)
        break
      case 'wait':
        waitingSince ??= now
        await sleep(pollEveryMs)
        known = await readPayment(request)
        break
      case 'followIdentifier': {
        const answered = await followIdentifier(request, known)
        if (answered) return answered
        known = withFacts(known, { identifier: 'free' })
        break
      }
      case 'claim': {
        const claim = await takeClaim(request, known)
        known = claim ? underLease(known, claim, 'claimed') : await readPayment(request)
        break
      }
      case 'bindIdentifier': {
        const named = { payer: request.key.payer, identifier: input.identifier!, paymentId: known.claim!.id }
        known = withFacts(known, {
          identifier: (await bindIdentifier({ ctx, input: named })) ? 'bound' : 'taken',
        })
        break
      }
      case 'voidClaim': {
        const reason: ErrorCode = 'conflict'
        await voidPayment({ ctx, input: { ...known.claim!, reason } })
        known = await readPayment(request)
        break
      }
      case 'store': {
        const isPaid = known.facts.transfer === 'paid'
        const stored = await storeResult({ ctx, input, claim: known.claim!, isPaid })
        if (!stored) return pendingPurchase(input.payment, undefined)
        known = withFacts(known, { state: 'settling' }, stored === 'ordered' ? {} : { answer: stored })
        break
      }
      case 'takeOver': {
        const { id, attempt } = known.row!
        const claim = await takeOverSettlement({ ctx, id, attempt, seconds: settleSeconds })
        if (!claim) return pendingPurchase(input.payment, known.transaction)
        known = underLease(known, claim, 'settling')
        break
      }
      case 'settle': {
        const settled = await settle(request, known)
        if (!settled) return pendingPurchase(input.payment, undefined)
        known = settled
        break
      }
      case 'recordSettled':
      case 'answer': {
        const { answer, transaction } = known
        const isRecorded = step.do === 'answer'
        const payment = known.claim ?? known.row!
        return answerSettled({ ctx, input, payment, transaction: transaction!, isRecorded, answer })
      }
      case 'recover': {
        const recovered = await recover(request, known)
        if (recovered) return recovered
        known = await readPayment(request)
        break
      }
      case 'recordFailed':
        return recordFailed(request, known)
      case 'release':
        return release(request, known)
      case 'answerPending':
        return pendingPurchase(input.payment, known.transaction)
      case 'answerHeld':
        return { outcome: 'held', by: step.by }
      case 'refuse':
        return refuse(request, known, step.reason)
    }
  }
}

function underLease(known: Known, claim: Claim, state: 'claimed' | 'settling'): Known {
  noteRequest({ paymentId: claim.id })
  return withFacts(known, { state, lease: 'ours' }, { claim })
}

async function followIdentifier({ ctx, input }: PaymentRequest, known: Known): Promise<Purchase | undefined> {
  const { identifier } = input
  if (identifier === undefined) return undefined
  return answerIdentified({ ctx, input: { ...input, identifier }, vetted: known.vetted!, own: known.row?.id })
}

/** `undefined` when another request was first. @throws CairnError when too many payments of the payer failed */
async function takeClaim(
  { ctx, input, key, payloadHash }: PaymentRequest,
  known: Known,
): Promise<Claim | undefined> {
  const { row, facts } = known
  // The limit on failed payments does not apply to a payment whose money has moved.
  if (facts.transfer !== 'paid') await assertPayerMayTry(ctx, key.payer)
  if (row) return reclaimPayment({ ctx, id: row.id, attempt: row.attempt })
  return claimPayment({ ctx, input: claimOf(input, payloadHash) })
}

/** Has the facilitator move the money. `undefined` when the settings no longer have the payment's network. */
async function settle({ ctx, input }: PaymentRequest, known: Known): Promise<Known | undefined> {
  const { payment } = input
  // The price may have changed since the claim; the accepted price still stands.
  const requirements = requirementsFor(ctx, input, BigInt(payment.accepted.amount))
  if (!requirements) return undefined
  const facts = { 'cairn.payment_id': known.claim!.id, 'cairn.network': requirements.network }
  const response = await yieldPlaceDuring(() =>
    traced('settle payment', { facts }, () =>
      ctx.facilitator.settle(payment as PaymentPayload, requirements),
    ),
  )
  const transaction = response.transaction === '' ? undefined : (response.transaction as Hex)
  const { errorReason = 'unexpected_settle_error' } = response
  const settlement = response.success ? 'settled' : errorReason === settlementPending ? 'pending' : 'refused'
  // The chain was read before the facilitator was asked, so it has to be read again.
  return withFacts(known, { settlement, transfer: 'unread' }, { transaction, settleError: errorReason })
}

async function recover({ ctx, input }: PaymentRequest, known: Known): Promise<Purchase | undefined> {
  const { sale } = input
  if (sale.flow !== 'authorization') throw new Error('an order cannot be recovered from a transfer')
  const { transaction } = known.unrecorded!
  return recoverPayment({ ctx, input: { ...input, produce: sale.produce }, transaction })
}

async function recordFailed({ ctx, input, key }: PaymentRequest, known: Known): Promise<Purchase> {
  const { payment } = input
  const claim = known.claim!
  const reason = specifiedReason(known.settleError!)
  try {
    await markFailed({ ctx, input: { ...claim, reason } })
    await countFailedPayment(ctx, key.payer)
  } catch (error) {
    ctx.log.error(
      { paymentId: claim.id, error: errorText(error) },
      'payment failed, but not recorded as failed',
    )
    return pendingPurchase(payment, undefined)
  }
  const receipt = receiptFor(payment, { transaction: undefined, errorReason: reason })
  return { outcome: 'refused', reason, receipt }
}

async function release({ ctx, input }: PaymentRequest, known: Known): Promise<Purchase> {
  const { transaction } = known
  const claim = known.claim!
  ctx.log.warn({ paymentId: claim.id, txHash: transaction }, 'settlement pending')
  // If this fails, the lease ends when its time is over.
  await releaseSettlement({ ctx, input: { ...claim, transaction } }).catch((error: unknown) => {
    ctx.log.error({ paymentId: claim.id, error: errorText(error) }, 'settlement not released')
  })
  return pendingPurchase(input.payment, transaction)
}

async function refuse(request: PaymentRequest, known: Known, reason: RefusalReason): Promise<Purchase> {
  const { ctx, input } = request
  if (reason === 'verdict') return refuseVetted(known.vetted!)
  if (known.claim) await voidPayment({ ctx, input: { ...known.claim, reason } })
  if (reason === 'wallet_proof_required' || reason === 'wallet_proof_invalid')
    return { outcome: 'refused', reason, proofRequest: requestProof({ ctx, input }) }
  return { outcome: 'refused', reason }
}
