import 'server-only'
import { and, eq } from 'drizzle-orm'
import { payment, paymentIdentifier } from '#db/schema/payment'
import type { Context } from '#lib/adapters/context'

/** A payment with the identifier of its payer (x402 extension `payment-identifier`). `payer` is in lower case. */
export type NamedPayment = { payer: string; identifier: string; paymentId: number }

/**
 * Gives an identifier to a claimed payment, before anything is stored or settled for it. False when another payment has it and
 * may still settle.
 *
 * A payment that is claimed again (`reclaimPayment`) must be bound again after the claim: of two payments of one identifier that
 * are claimed at once, the later to bind finds the other claimed.
 */
export async function bindIdentifier(args: {
  ctx: Pick<Context, 'db'>
  input: NamedPayment
}): Promise<boolean> {
  const { payer, identifier, paymentId } = args.input
  const { db } = args.ctx
  const made = await db
    .insert(paymentIdentifier)
    .values({ payer, identifier, paymentId })
    .onConflictDoNothing()
    .returning({ paymentId: paymentIdentifier.paymentId })
  if (made.length > 0) return true
  const named = and(eq(paymentIdentifier.payer, payer), eq(paymentIdentifier.identifier, identifier))
  const bound = await db.transaction(async (tx) => {
    const [holder] = await tx
      .select({ paymentId: paymentIdentifier.paymentId })
      .from(paymentIdentifier)
      .where(named)
      .for('update')
    // Its payment was void and has just been deleted.
    if (!holder) return undefined
    if (holder.paymentId === paymentId) return true
    // A separate statement: it sees what was committed while this transaction waited for the lock.
    const [held] = await tx
      .select({ state: payment.state })
      .from(payment)
      .where(eq(payment.id, holder.paymentId))
    if (held?.state !== 'void' && held?.state !== 'failed') return false
    await tx.update(paymentIdentifier).set({ paymentId }).where(named)
    return true
  })
  return bound ?? bindIdentifier(args)
}
