import 'server-only'
import { and, eq, gte, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { gasSpent } from '#db/schema/settlement'
import type { Clock } from '#lib/adapters/clock'
import type { Db } from '#lib/adapters/db'
import { keepNo } from '#lib/adapters/keep-no'

const cacheMs = 1_000
const daySeconds = 24 * 60 * 60

/**
 * Whether the relayer has spent its gas budget of the day (UTC) on a network: the seconds until the next one begins, 0 while there is
 * some left. Counted from mined transactions, so what is in flight may go a little beyond it.
 */
export function createGasBudget(options: {
  db: Db
  clock: Pick<Clock, 'now'>
  chainId: number
  relayer: Address
  budgetWei: bigint | undefined
}): () => Promise<number> {
  const { db, clock, chainId, relayer, budgetWei } = options
  if (budgetWei === undefined) return async () => 0
  const isSpent = keepNo(cacheMs, async () => {
    const rows = await db
      .select({ day: gasSpent.day })
      .from(gasSpent)
      .where(
        and(
          eq(gasSpent.chainId, chainId),
          eq(gasSpent.sender, relayer.toLowerCase()),
          eq(gasSpent.day, sql`(service_now() at time zone 'utc')::date`),
          gte(gasSpent.wei, budgetWei),
        ),
      )
    return rows.length > 0
  })
  return async () => {
    if (!(await isSpent())) return 0
    const now = Math.floor(clock.now().getTime() / 1_000)
    return daySeconds - (now % daySeconds)
  }
}
