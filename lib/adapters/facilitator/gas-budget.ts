import 'server-only'
import { and, eq, gte, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { gasSpent } from '#db/schema/settlement'
import { cacheFalse } from '#lib/adapters/cache-false'
import type { Clock } from '#lib/adapters/clock'
import type { Db } from '#lib/adapters/db'

const cacheMs = 1_000
const daySeconds = 24 * 60 * 60

/**
 * Returns the seconds until the relayer's daily gas budget (UTC) on a network resets, or 0 while some of it
 * is left. Only mined transactions count, so transactions in flight may exceed the budget slightly.
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
  const isSpent = cacheFalse(cacheMs, async () => {
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
