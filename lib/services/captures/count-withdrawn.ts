import 'server-only'
import { sql } from 'drizzle-orm'
import { withdrawnCapture } from '#db/schema/withdrawal'
import type { Context } from '#lib/adapters/context'
import { withdrawalReasons } from '#lib/domain/withdrawal'
import type { WithdrawalCounts } from '#lib/schemas/withdrawals'

/** How many captures are withdrawn, by reason, for everybody. Operators withdraw one by one, so there is little to count. */
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
