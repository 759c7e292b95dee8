import 'server-only'
import { and, eq } from 'drizzle-orm'
import { payment, paymentIdentifier } from '#db/schema/payment'
import type { Context } from '#lib/adapters/context'

/** A name that a payer gave a payment (x402 extension `payment-identifier`); the payer in lower case. */
export type NamedPayment = { payer: string; identifier: string; paymentId: number }

/**
 * Makes a payment the one that is good for its name, before anything is kept or settled for it. False when another one is, and
 * may still settle.
 *
 * Whoever takes a payment again (`reclaimPayment`) must bind it again, after that: of two payments of one name that are taken
 * at once, the later to bind finds the other claimed.
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
    // Its payment was void and has just been forgotten.
    if (!holder) return undefined
    if (holder.paymentId === paymentId) return true
    // In a statement of its own, which sees what was committed while the row was waited for.
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
