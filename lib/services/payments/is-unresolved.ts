import 'server-only'
import type { Context } from '#lib/adapters/context'

/**
 * Whether another payment of the same wallet for the very same request is still being settled. A client that lost our answer
 * may sign a new offer instead of showing its payment again; taking both would charge it twice for what it wants once.
 *
 * @param input.payer lower case
 */
export async function isUnresolved(args: {
  ctx: Pick<Context, 'sql'>
  input: { payer: string; requestHash: Uint8Array }
}): Promise<boolean> {
  const { payer, requestHash } = args.input
  const rows = await args.ctx.sql`
    select from payment
    where closed_at is null and payer = ${payer} and request_hash = ${requestHash}
      and (state = 'settling' or (state = 'claimed' and claimed_until > now()))
    limit 1`
  return rows.length > 0
}
