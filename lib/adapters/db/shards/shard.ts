import { openClient, type Sql } from '#lib/adapters/db/driver/open-client'
import { subscriptionsSql } from '#lib/adapters/db/shards/shard-name'

/** One of `count` databases for observations: that of the cells whose remainder by `count` is `place` − 1. */
export type Shard = { place: number; count: number; url: string }

/** The condition for a cell to belong to a shard. Neighbouring cells are in different shards, so the parts are alike in size and load. */
export const conditionOf = ({ place, count }: Shard) => `cell % ${count} = ${place - 1}`

/** Runs statements on a shard, one after the other on one connection. */
export async function withShard<Result>(shard: Shard, run: (sql: Sql) => Promise<Result>): Promise<Result> {
  const sql = openClient(shard.url, { max: 1, connect_timeout: 10, onnotice: () => {} })
  try {
    return await run(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** The slot of a shard on the primary. The name has the identity of the primary, so that the slot of another database is never taken for it. */
export async function readSlotName(primary: Sql, name: string): Promise<string> {
  const [row] = await primary<{ identity: string }[]>`
    select system_identifier || '_' || oid as identity from pg_control_system(), pg_database where datname = current_database()`
  return `${name}_${row!.identity}`
}

/** The subscriptions of a shard's database. */
export function readSubscriptions(
  sql: Sql,
): Promise<{ name: string; slot: string | null; isEnabled: boolean }[]> {
  return sql.unsafe<{ name: string; slot: string | null; isEnabled: boolean }[]>(
    `select subname as name, subslotname as slot, subenabled as "isEnabled" from ${subscriptionsSql}`,
  )
}
