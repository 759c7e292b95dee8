import 'server-only'
import { sql } from 'drizzle-orm'
import type { Db, Tx } from '#lib/adapters/db'
import {
  dailyBudget,
  daySeconds,
  type WalletBudgetEnv,
  type WalletBudgetName,
} from '#lib/services/limits/wallet-budgets'

/** Use beyond the budget is owed, up to this many days: an accounting error of ours must not lock a wallet out for long. */
const maxOwedDays = 3

/**
 * Charges a wallet's budget with what was used. Always succeeds: what is measured afterwards (CPU time, failed payments) may
 * be more than was left, and the wallet then has to wait for longer.
 *
 * @param args.input.amount in the unit of the budget: bytes, CPU seconds, payments, sign-ins
 */
export async function chargeBudget(args: {
  ctx: { db: Db | Tx; env: WalletBudgetEnv }
  input: { wallet: string; budget: WalletBudgetName; amount: number }
}): Promise<void> {
  const { ctx, input } = args
  const perDay = dailyBudget(ctx.env, input.budget)
  if (perDay === 0 || input.amount <= 0) return
  const seconds = (input.amount * daySeconds) / perDay
  await ctx.db.execute(sql`
    insert into wallet_budget as mine (wallet, budget, spent_until)
    values (
      ${input.wallet.toLowerCase()}, ${input.budget},
      clock_timestamp() + least(make_interval(secs => ${seconds}), make_interval(days => ${maxOwedDays}))
    )
    on conflict (wallet, budget) do update
    set spent_until = least(
      greatest(mine.spent_until, clock_timestamp()) + make_interval(secs => ${seconds}),
      clock_timestamp() + make_interval(days => ${maxOwedDays})
    )`)
}
