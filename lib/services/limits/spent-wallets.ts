import 'server-only'
import { sql } from 'drizzle-orm'
import type { Context } from '#lib/adapters/context'
import { dailyBudget, daySeconds, type WalletBudgetName } from '#lib/services/limits/wallet-budgets'

/** The wallets that have less than one unit of a budget left, in lower case. Hardly ever any. */
export async function spentWallets(args: {
  ctx: Pick<Context, 'db' | 'env'>
  input: { budget: WalletBudgetName }
}): Promise<string[]> {
  const { ctx, input } = args
  const perDay = dailyBudget(ctx.env, input.budget)
  if (perDay === 0) return []
  const rows = await ctx.db.execute<{ wallet: string }>(sql`
    select wallet from wallet_budget
    where budget = ${input.budget} and spent_until > clock_timestamp() + make_interval(secs => ${daySeconds - daySeconds / perDay})`)
  return rows.map(({ wallet }) => wallet)
}
