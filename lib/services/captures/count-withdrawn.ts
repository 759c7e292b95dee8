import 'server-only'
import { sql } from 'drizzle-orm'
import { withdrawnCapture } from '#db/schema/withdrawal'
import type { Context } from '#lib/adapters/context'
import { withdrawalReasons } from '#lib/domain/proof/withdrawal'
import type { WithdrawalCounts } from '#lib/schemas/withdrawals'

/** The public number of withdrawn captures, by reason. Operators withdraw one by one, so there are few rows to count. */
export async function countWithdrawn({ ctx }: { ctx: Pick<Context, 'db'> }): Promise<WithdrawalCounts> {
  const rows = await ctx.db
    .select({ reason: withdrawnCapture.reason, count: sql<number>`count(*)::int` })
    .from(withdrawnCapture)
    .groupBy(withdrawnCapture.reason)
  const counts = new Map(rows.map(({ reason, count }) => [reason, count]))
  return {
    total: rows.reduce((sum, { count }) => sum + count, 0),
    by_reason: Object.fromEntries(
      withdrawalReasons.map((reason) => [reason, counts.get(reason) ?? 0]),
    ) as WithdrawalCounts['by_reason'],
  }
}
