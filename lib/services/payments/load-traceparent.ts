import 'server-only'
import { eq } from 'drizzle-orm'
import { payment } from '#db/schema/payment'
import type { Context } from '#lib/adapters/context'

/** The trace of the request that claimed a payment; `null` if it had none. */
export async function loadTraceparent(args: {
  ctx: Pick<Context, 'db'>
  paymentId: number
}): Promise<string | null> {
  const [found] = await args.ctx.db
    .select({ traceparent: payment.traceparent })
    .from(payment)
    .where(eq(payment.id, args.paymentId))
  return found?.traceparent ?? null
}
