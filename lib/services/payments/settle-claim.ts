import 'server-only'
import type { PaymentPayload, SettleResponse } from '@x402/core/types'
import type { Hex } from 'viem'
import { errorText } from '#lib/adapters/chain/error-text'
import { settlementPending } from '#lib/adapters/facilitator/facilitator'
import { traced } from '#lib/adapters/trace'
import { specifiedReason } from '#lib/domain/payment-refusal'
import type { Claim } from '#lib/services/payments/claim-payment'
import { markFailed, releaseSettlement } from '#lib/services/payments/close-payment'
import { type Deliver, handOver, keepGoods } from '#lib/services/payments/deliver'
import { countFailedPayment } from '#lib/services/payments/failed-payments'
import { askTruth } from '#lib/services/payments/read-truth'
import {
  keyOf,
  type PaymentContext,
  type Purchase,
  type PurchaseInput,
  pendingPurchase,
  receiptFor,
} from '#lib/services/payments/types'
import { requirementsFor } from '#lib/services/payments/vet-payment'

type Selling = { ctx: PaymentContext; input: PurchaseInput; claim: Claim }

/** Keeps what is sold under a claim, settles, delivers. `paidIn`: a transaction that moved the money already. */
export async function keepAndSettle({
  ctx,
  input,
  claim,
  paidIn,
}: Selling & { paidIn?: Hex }): Promise<Purchase> {
  const deliver = await keepGoods({ ctx, input, claim, isPaid: paidIn !== undefined })
  if (!deliver) return pendingPurchase(input.payment, undefined)
  if (paidIn) return handOver({ ctx, input, taken: claim }, paidIn, deliver)
  return settleClaim({ ctx, input, claim, deliver })
}

/** Settles a claim whose goods are kept. Only a clear "no" of the facilitator and the chain together is a failure. */
export async function settleClaim({
  ctx,
  input,
  claim,
  deliver,
}: Selling & { deliver: Deliver }): Promise<Purchase> {
  const { payment } = input
  const paid = (transaction: Hex) => handOver({ ctx, input, taken: claim }, transaction, deliver)
  // The price may have changed since the claim; what was accepted then stands.
  const requirements = requirementsFor(ctx, input, BigInt(payment.accepted.amount))
  if (!requirements) return pendingPurchase(payment, undefined)
  const facts = { 'cairn.payment_id': claim.id, 'cairn.network': requirements.network }
  const response = await traced('settle payment', { facts }, () =>
    ctx.facilitator.settle(payment as PaymentPayload, requirements),
  )
  if (response.success && ctx.facilitator.commitsBeforeSending) return paid(response.transaction as Hex)
  if (response.errorReason === settlementPending) return pending(ctx, input, claim, response)
  // A facilitator that is not ours is not taken at its word; and a "no" of any is checked, since a stranger may have
  // sent the authorization first.
  const truth = await askTruth({ ctx, payment, createdAt: ctx.clock.now() })
  if (truth.is === 'paid') return paid(truth.transaction)
  if (truth.is === 'unknown' || response.success) return pending(ctx, input, claim, response)
  const reason = specifiedReason(response.errorReason ?? 'unexpected_settle_error')
  try {
    await markFailed({ ctx, input: { ...claim, reason } })
    await countFailedPayment(ctx, keyOf(payment).payer)
  } catch (error) {
    ctx.log.error({ paymentId: claim.id, error: errorText(error) }, 'failed, and not marked so')
    return pendingPurchase(payment, undefined)
  }
  return {
    outcome: 'refused',
    reason,
    receipt: receiptFor(payment, { transaction: undefined, errorReason: reason }),
  }
}

async function pending(
  ctx: PaymentContext,
  input: PurchaseInput,
  claim: Claim,
  response: SettleResponse,
): Promise<Purchase> {
  const transaction = response.transaction === '' ? undefined : (response.transaction as Hex)
  ctx.log.warn({ paymentId: claim.id, txHash: transaction }, 'settlement pending')
  // Should this fail, the lease ends by itself.
  await releaseSettlement({ ctx, input: { ...claim, transaction } }).catch((error: unknown) => {
    ctx.log.error({ paymentId: claim.id, error: errorText(error) }, 'settlement not released')
  })
  return pendingPurchase(input.payment, transaction)
}
