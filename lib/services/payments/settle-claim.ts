import 'server-only'
import type { PaymentPayload, SettleResponse } from '@x402/core/types'
import type { Hex } from 'viem'
import { errorText } from '#lib/adapters/chain/error-text'
import { settlementPending } from '#lib/adapters/facilitator/facilitator'
import { CairnError } from '#lib/domain/errors'
import type { Claim } from '#lib/services/payments/claim-payment'
import { markFailed, markSettled, releaseSettlement, voidPayment } from '#lib/services/payments/close-payment'
import { keepAnswer } from '#lib/services/payments/keep-answer'
import { readTruth, type Truth } from '#lib/services/payments/read-truth'
import {
  type Answer,
  keyOf,
  type PaymentContext,
  type Purchase,
  type PurchaseInput,
  pendingPurchase,
  receiptFor,
} from '#lib/services/payments/types'
import { requirementsFor } from '#lib/services/payments/vet-payment'

/** Computes the answer under a claim, keeps it, settles. `paidIn`: a transaction that moved the money already. */
export async function produceAndSettle(args: {
  ctx: PaymentContext
  input: PurchaseInput
  claim: Claim
  paidIn?: Hex
}): Promise<Purchase> {
  const { ctx, input, claim, paidIn } = args
  let answer: Answer
  try {
    answer = await input.produce()
  } catch (error) {
    const reason = error instanceof CairnError ? error.code : 'internal'
    await voidPayment({ ctx, input: { ...claim, reason } })
    throw error
  }
  const durable = !ctx.facilitator.commitsBeforeSending
  const kept = await keepAnswer({ ctx, input: { ...claim, answer, durable } })
  if (!kept) return pendingPurchase(input.payment, undefined)
  if (paidIn) return paid(ctx, input, claim, answer, paidIn)
  return settleClaim({ ctx, input, claim, answer })
}

/** Settles a claim whose answer is kept. Only a clear "no" of the facilitator and the chain together is a failure. */
export async function settleClaim(args: {
  ctx: PaymentContext
  input: PurchaseInput
  claim: Claim
  answer: Answer
}): Promise<Purchase> {
  const { ctx, input, claim, answer } = args
  const { payment } = input
  // The price may have changed since the claim; what was accepted then stands.
  const requirements = requirementsFor(ctx, payment, BigInt(payment.accepted.amount))
  if (!requirements) return pendingPurchase(payment, undefined)
  const response = await ctx.facilitator.settle(payment as PaymentPayload, requirements)
  if (response.success && ctx.facilitator.commitsBeforeSending)
    return paid(ctx, input, claim, answer, response.transaction as Hex)
  if (response.errorReason === settlementPending) return pending(ctx, input, claim, response)
  // A facilitator that is not ours is not taken at its word; and a "no" of any is checked, since a stranger may have
  // sent the authorization first.
  let truth: Truth
  try {
    const { payTo } = requirements
    truth = await readTruth({
      ctx,
      input: {
        ...keyOf(payment),
        payTo,
        amountAtomic: BigInt(payment.accepted.amount),
        createdAt: ctx.clock.now(),
      },
    })
  } catch (error) {
    ctx.log.error({ paymentId: claim.id, error: errorText(error) }, 'settlement cannot be checked')
    return pending(ctx, input, claim, response)
  }
  if (truth.is === 'paid') return paid(ctx, input, claim, answer, truth.transaction)
  if (response.success) return pending(ctx, input, claim, response)
  const reason = response.errorReason ?? 'settlement_failed'
  await markFailed({ ctx, input: { ...claim, reason } })
  return {
    outcome: 'refused',
    reason,
    receipt: receiptFor(payment, { transaction: undefined, errorReason: reason }),
  }
}

function paid(
  ctx: PaymentContext,
  input: PurchaseInput,
  claim: Claim,
  answer: Answer,
  transaction: Hex,
): Purchase {
  // Not waited for: the money moved, so the answer is due, and a lost mark is made again from the chain.
  markSettled({ ctx, input: { id: claim.id, transaction } }).catch((error: unknown) => {
    ctx.log.error({ paymentId: claim.id, error: errorText(error) }, 'settled, and not marked so')
  })
  return { outcome: 'answered', answer, receipt: receiptFor(input.payment, { transaction }) }
}

async function pending(
  ctx: PaymentContext,
  input: PurchaseInput,
  claim: Claim,
  response: SettleResponse,
): Promise<Purchase> {
  const transaction = response.transaction === '' ? undefined : (response.transaction as Hex)
  ctx.log.warn({ paymentId: claim.id, transaction }, 'settlement pending')
  await releaseSettlement({ ctx, input: { ...claim, transaction } })
  return pendingPurchase(input.payment, transaction)
}
