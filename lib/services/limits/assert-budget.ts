import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { walletBudget } from '#db/schema/wallet-budget'
import type { Context } from '#lib/adapters/context'
import {
  budgetRefusal,
  dailyBudget,
  daySeconds,
  type WalletBudgetName,
} from '#lib/services/limits/wallet-budgets'

/**
 * Refuses unless a wallet has so much left of a budget. Takes nothing of it (see `chargeBudget`).
 *
 * The generic cell rate algorithm (ITU-T I.371) with a day as its window: a wallet may use the whole budget at once, and then
 * as much as a day gives back evenly. It reads the machine's clock, not the service's: what it guards is the machine.
 *
 * @param args.input.amount in the unit of the budget; 1 unless given
 * @throws CairnError `rate_limited`
 */
export async function assertBudget(args: {
  ctx: Pick<Context, 'db' | 'env'>
  input: { wallet: string; budget: WalletBudgetName; amount?: number; field?: string }
}): Promise<void> {
  const { ctx, input } = args
  const { budget, field } = input
  const perDay = dailyBudget(ctx.env, budget)
  if (perDay === 0) return
  const isTheirs = and(eq(walletBudget.wallet, input.wallet.toLowerCase()), eq(walletBudget.budget, budget))
  const [used] = await ctx.db
    .select({
      seconds: sql<number>`greatest(0, extract(epoch from ${walletBudget.spentUntil} - clock_timestamp()))::float8`,
    })
    .from(walletBudget)
    .where(isTheirs)
  const neededSeconds = ((input.amount ?? 1) * daySeconds) / perDay
  const waitSeconds = (used?.seconds ?? 0) + neededSeconds - daySeconds
  if (waitSeconds <= 0) return
  await ctx.db.update(walletBudget).set({ refusedAt: sql`clock_timestamp()` }).where(isTheirs)
  throw budgetRefusal({ env: ctx.env, budget, seconds: waitSeconds, field })
}
