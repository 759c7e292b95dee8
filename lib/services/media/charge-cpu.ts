import 'server-only'
import { sql } from 'drizzle-orm'
import type { Context } from '#lib/adapters/context'
import { chargeBudget } from '#lib/services/limits/charge-budget'
import { dailyBudget, daySeconds } from '#lib/services/limits/wallet-budgets'

/**
 * Charges a wallet for the CPU time that its film took. When its budget is spent, its waiting checks, previews and forecasts are postponed
 * until some of the budget is available again. An operator can still run one at once.
 */
export async function chargeCpu(args: {
  ctx: Pick<Context, 'db' | 'env'>
  input: { wallet: string; seconds: number }
}): Promise<void> {
  const { ctx, input } = args
  const wallet = input.wallet.toLowerCase()
  const perDay = dailyBudget(ctx.env, 'cpu')
  if (perDay === 0) return
  const fullSeconds = daySeconds - daySeconds / perDay
  await ctx.db.transaction(async (tx) => {
    await chargeBudget({
      ctx: { db: tx, env: ctx.env },
      input: { wallet, budget: 'cpu', amount: input.seconds },
    })
    await tx.execute(sql`
      update pgboss.job set start_after = spent_until - make_interval(secs => ${fullSeconds})
      from wallet_budget
      where wallet = ${wallet} and budget = 'cpu'
        and job.name in ('inspect', 'preview', 'forecast') and job.state < 'active' and job.group_id = wallet
        and job.start_after < spent_until - make_interval(secs => ${fullSeconds})
        and spent_until - make_interval(secs => ${fullSeconds}) > clock_timestamp()`)
  })
}
