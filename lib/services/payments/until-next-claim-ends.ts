import 'server-only'
import type { Context } from '#lib/adapters/context'

/**
 * Milliseconds until the claim of a request ends, whose payment `reconcilePayments` then looks after unless the request has; negative if
 * it has ended. `undefined` if no request works on a payment.
 */
export async function untilNextClaimEnds({
  ctx,
}: {
  ctx: Pick<Context, 'sql'>
}): Promise<number | undefined> {
  const [row] = await ctx.sql<{ ms: number | null }[]>`
    select (extract(epoch from min(claimed_until) - now()) * 1000)::float8 as ms from payment
    where closed_at is null and state in ('claimed', 'settling') and claimed_until > now()`
  return row?.ms ?? undefined
}
