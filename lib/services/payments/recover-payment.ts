import 'server-only'
import { gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { type Hex, hexToBytes } from 'viem'
import { payment, paymentAnswer } from '#db/schema/payment'
import { commitTransactionAs, durable } from '#lib/adapters/durability'
import { noteRequest } from '#lib/adapters/request-notes'
import { paymentKeyOf } from '#lib/schemas/payment-key'
import { findSentBack, lockAuthorization } from '#lib/services/inflows/lock-authorization'
import { claimOf } from '#lib/services/payments/claim-payment'
import { hashPayment } from '#lib/services/payments/request-hash'
import {
  type Answer,
  type PaymentContext,
  type Purchase,
  type PurchaseInput,
  receiptFor,
} from '#lib/services/payments/types'

/**
 * Sells a look-up for a transfer that the journal does not know, to the wallet that made it; the caller has checked that wallet's
 * proof. One transaction writes the payment as settled with its answer, unless its money is on the way back; a return looks for
 * that row under the same lock. So the payer gets either the answer or the money, also after a crash.
 *
 * @returns `undefined` when another request wrote the payment meanwhile
 * @throws the refusal of the answer: then nothing was written, and the money can go back
 */
export async function recoverPayment(args: {
  ctx: PaymentContext
  input: Pick<PurchaseInput, 'payment' | 'operation' | 'requestHash'> & { produce: () => Promise<Answer> }
  transaction: Hex
}): Promise<Purchase | undefined> {
  const { ctx, input, transaction } = args
  const key = paymentKeyOf(input.payment)
  const answer = await input.produce()
  const written = await ctx.db.transaction(async (tx) => {
    await commitTransactionAs(tx, durable)
    await lockAuthorization({ tx, nonce: key.nonce })
    if ((await findSentBack({ tx, key })) === 'sent') return 'sent_back'
    const [row] = await tx
      .insert(payment)
      .values({
        ...claimOf(input, hashPayment(input.payment)),
        state: 'settled',
        claimedUntil: sql`now()`,
        settleTx: hexToBytes(transaction),
        closedAt: sql`service_now()`,
      })
      .onConflictDoNothing()
      .returning({ id: payment.id, createdAt: payment.createdAt })
    if (!row) return undefined
    await tx.insert(paymentAnswer).values({
      paymentId: row.id,
      status: answer.status,
      body: gzipSync(answer.body, { level: 1 }),
      headers: answer.headers ?? null,
    })
    return row
  })
  if (written === 'sent_back') return { outcome: 'refused', reason: 'paid_and_sent_back' }
  if (!written) return undefined
  noteRequest({ paymentId: written.id })
  ctx.log.info({ paymentId: written.id, txHash: transaction }, 'payment recovered by its wallet')
  return {
    outcome: 'answered',
    answer,
    receipt: receiptFor(input.payment, { transaction }),
    takenAt: written.createdAt,
  }
}
