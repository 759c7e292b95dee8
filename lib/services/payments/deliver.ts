import 'server-only'
import type { Hex } from 'viem'
import { errorText } from '#lib/adapters/chain/error-text'
import { CairnError } from '#lib/domain/errors'
import type { Claim } from '#lib/services/payments/claim-payment'
import { markSettled, voidPayment } from '#lib/services/payments/close-payment'
import { countFailedPayment } from '#lib/services/payments/failed-payments'
import { loadAnswer } from '#lib/services/payments/find-payment'
import { keepAnswer } from '#lib/services/payments/keep-answer'
import { keepOrder } from '#lib/services/payments/keep-order'
import { settleOrder } from '#lib/services/payments/settle-order'
import {
  type Answer,
  keyOf,
  type PaymentContext,
  type Purchase,
  type PurchaseInput,
  pendingPurchase,
  receiptFor,
} from '#lib/services/payments/types'

type Selling = { ctx: PaymentContext; input: PurchaseInput }

/** Hands over what was sold, given the transaction in which the money moved. */
export type Deliver = (transaction: Hex) => Promise<Answer>

/**
 * claimed → settling, with what is sold kept for whoever shows the payment again. `undefined` when the claim was lost to
 * someone else.
 *
 * @param args.isPaid whether the money moved before
 * @throws what the answer is refused with; then nothing is charged, and the claim is void
 */
export async function keepGoods({
  ctx,
  input,
  claim,
  isPaid,
}: Selling & { claim: Claim; isPaid: boolean }): Promise<Deliver | undefined> {
  const { sale } = input
  if (sale.flow === 'upfront') {
    const order = await orVoid(ctx, input, claim, async () => sale.order())
    const kept = await keepOrder({ ctx, input: { ...claim, order } })
    return kept ? deliverKept({ ctx, input, id: claim.id }) : undefined
  }
  const answer = await orVoid(ctx, input, claim, sale.produce)
  // Money that moved before is not sent back once this row is there: it must survive a crash.
  const durable = isPaid || !ctx.facilitator.commitsBeforeSending
  const kept = await keepAnswer({ ctx, input: { ...claim, answer, durable } })
  if (!kept) return undefined
  return async (transaction) => {
    // Not waited for: the money moved, so the answer is due, and a lost mark is made again from the chain.
    markSettled({ ctx, input: { id: claim.id, transaction } }).catch((error: unknown) => {
      ctx.log.error({ paymentId: claim.id, error: errorText(error) }, 'settled, and not marked so')
    })
    return answer
  }
}

async function orVoid<Value>(
  ctx: PaymentContext,
  { payment }: PurchaseInput,
  claim: Claim,
  compute: () => Promise<Value>,
): Promise<Value> {
  try {
    return await compute()
  } catch (error) {
    const reason = error instanceof CairnError ? error.code : 'internal'
    await voidPayment({ ctx, input: { ...claim, reason } })
    if (error instanceof CairnError && error.status < 500) await countFailedPayment(ctx, keyOf(payment).payer)
    throw error
  }
}

/** Delivers what an earlier try kept: marks the payment settled, then answers as that try would have. */
export function deliverKept({ ctx, input, id }: Selling & { id: number }): Deliver {
  return async (transaction) => {
    const close = input.sale.flow === 'upfront' ? settleOrder : markSettled
    await close({ ctx, input: { id, transaction } })
    return loadGoods({ ctx, input, id })
  }
}

/** The answer that a settled payment has bought. */
export async function loadGoods({ ctx, input, id }: Selling & { id: number }): Promise<Answer> {
  if (input.sale.flow === 'upfront') return input.sale.fulfil(id)
  const answer = await loadAnswer({ ctx, paymentId: id })
  if (!answer) throw new Error(`payment ${id} is settled and has no answer`)
  return answer
}

/** The money moved. Whatever is in the way of the answer, the payer must come back for it and never pay again. */
export async function handOver(
  { ctx, input, taken: { id, createdAt } }: Selling & { taken: Pick<Claim, 'id' | 'createdAt'> },
  transaction: Hex,
  deliver: Deliver,
): Promise<Purchase> {
  try {
    const answer = await deliver(transaction)
    const receipt = receiptFor(input.payment, { transaction })
    return { outcome: 'answered', answer, receipt, takenAt: createdAt }
  } catch (error) {
    ctx.log.error(
      { paymentId: id, txHash: transaction, error: errorText(error) },
      'paid, and not answered yet',
    )
    return pendingPurchase(input.payment, transaction)
  }
}
