import 'server-only'
import type { Hex } from 'viem'
import { errorText } from '#lib/adapters/chain/error-text'
import { answerHours } from '#lib/domain/payment/answer-retention'
import type { Claim } from '#lib/services/payments/claim-payment'
import { recordSettled } from '#lib/services/payments/close-payment'
import { loadAnswer } from '#lib/services/payments/find-payment'
import {
  type Answer,
  type PaymentContext,
  type Purchase,
  type PurchaseInput,
  pendingPurchase,
  receiptFor,
} from '#lib/services/payments/types'

/**
 * Answers a payment whose money moved, and records that it is settled. On any error the payer is told to repeat the request with the
 * same payment, and not to pay again.
 *
 * @param args.isRecorded the journal has it as settled
 * @param args.answer the answer of a look-up, when this request has just stored it; otherwise what was stored is loaded
 */
export async function answerSettled(args: {
  ctx: PaymentContext
  input: PurchaseInput
  payment: Pick<Claim, 'id' | 'createdAt'>
  transaction: Hex
  isRecorded?: boolean
  answer?: Answer | undefined
}): Promise<Purchase> {
  const { ctx, input, payment, transaction, isRecorded } = args
  const { id } = payment
  const record = () => recordSettled({ ctx, input: { id, operation: input.operation, transaction } })
  try {
    if (args.answer) {
      // The answer does not wait for this write: if it is lost, the reconciliation reads the transfer from the chain.
      record().catch((error: unknown) => {
        ctx.log.error(
          { paymentId: id, error: errorText(error) },
          'payment settled, but not recorded as settled',
        )
      })
    } else if (!isRecorded) await record()
    const answer = args.answer ?? (await loadSold(ctx, input, id))
    if (!answer) {
      // Answers are deleted only after this time, so before it a missing one is an error.
      if (isRecorded && ctx.clock.now().getTime() - payment.createdAt.getTime() > answerHours * 3_600_000)
        return { outcome: 'refused', reason: 'answer_no_longer_stored' }
      throw new Error(`payment ${id} is settled and has no answer`)
    }
    const receipt = receiptFor(input.payment, { transaction })
    return { outcome: 'answered', answer, receipt, takenAt: payment.createdAt }
  } catch (error) {
    ctx.log.error(
      { paymentId: id, txHash: transaction, error: errorText(error) },
      'payment settled, but not answered yet',
    )
    return pendingPurchase(input.payment, transaction)
  }
}

async function loadSold(
  ctx: PaymentContext,
  { sale }: PurchaseInput,
  id: number,
): Promise<Answer | undefined> {
  return sale.flow === 'upfront' ? sale.fulfil(id) : loadAnswer({ ctx, paymentId: id })
}
