import 'server-only'
import type { Context } from '#lib/adapters/context'

const atOnce = 10_000

/** Deletes the rows of clients whose whole allowance is available again: a bounded number. */
export async function forgetAllowances({
  ctx,
}: {
  ctx: Pick<Context, 'sql'>
}): Promise<{ forgotten: number; more: boolean }> {
  const { count } = await ctx.sql`
    delete from rate_limit where key_hash in (
      select key_hash from rate_limit where spent_until < clock_timestamp() limit ${atOnce} for update skip locked
    )`
  return { forgotten: count, more: count === atOnce }
}
