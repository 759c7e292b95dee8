import 'server-only'
import { and, eq, notInArray } from 'drizzle-orm'
import { payment, paymentIdentifier } from '#db/schema/payment'
import type { Context } from '#lib/adapters/context'
import type { PaymentKey } from '#lib/schemas/payment-key'
import { findPayment } from '#lib/services/payments/find-payment'

/**
 * True if money may have moved for this payment, or for another payment of the same wallet with the same identifier. It does not
 * check the signature: the result decides about importance, and about nothing else.
 */
export async function mayBePaid(args: {
  ctx: Pick<Context, 'db' | 'sql'>
  input: { key: PaymentKey; identifier?: string | undefined }
}): Promise<boolean> {
  const { ctx, input } = args
  const { key, identifier } = input
  const row = await findPayment({ ctx, input: key })
  if (row && row.state !== 'failed' && row.state !== 'void') return true
  if (identifier === undefined) return false
  const named = await ctx.db
    .select({ id: payment.id })
    .from(paymentIdentifier)
    .innerJoin(payment, eq(payment.id, paymentIdentifier.paymentId))
    .where(
      and(
        eq(paymentIdentifier.payer, key.payer),
        eq(paymentIdentifier.identifier, identifier),
        notInArray(payment.state, ['failed', 'void']),
      ),
    )
    .limit(1)
  return named.length > 0
}
