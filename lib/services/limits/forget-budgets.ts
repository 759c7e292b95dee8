import 'server-only'
import type { Context } from '#lib/adapters/context'

const atOnce = 10_000

/** Deletes the rows of wallets that have all of a budget back and were refused nothing for a week. */
export async function forgetBudgets({ ctx }: { ctx: Pick<Context, 'sql'> }): Promise<void> {
  await ctx.sql`
    delete from wallet_budget where (wallet, budget) in (
      select wallet, budget from wallet_budget
      where spent_until < clock_timestamp()
        and (refused_at is null or refused_at < clock_timestamp() - interval '7 days')
      limit ${atOnce} for update skip locked
    )`
}
