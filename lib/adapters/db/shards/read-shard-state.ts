import type { Sql } from '#lib/adapters/db/driver/open-client'
import { shardVersionSql, versionSql } from '#lib/adapters/db/published-version'
import { type Shard, withShard } from '#lib/adapters/db/shards/shard'
import { subscriptionsSql } from '#lib/adapters/db/shards/shard-name'

export type ShardState = {
  /** True if it has all that the primary has published. */
  isCurrent: boolean
  /** The number of tables whose first copy is not complete. */
  copying: number
  /** The rows of those tables that were copied so far. */
  copiedRows: number
  /** How often it could not apply a change or copy a table. */
  errors: number
}

const stateSql = `
  select count(*) filter (where srsubstate <> 'r')::int as copying,
    (select coalesce(sum(tuples_processed), 0) from pg_stat_progress_copy where datname = current_database())::float8 as "copiedRows",
    (select coalesce(sum(apply_error_count + sync_error_count), 0)
      from ${subscriptionsSql} join pg_stat_subscription_stats on subid = pg_subscription.oid)::int as errors
  from pg_subscription_rel`

/** How far a shard is. @param primary a pool of the primary */
export async function readShardState(primary: Sql, shard: Shard): Promise<ShardState> {
  const { place, count } = shard
  const [head] = await primary.unsafe<{ published_version: string }[]>(versionSql)
  return withShard(shard, async (sql) => {
    const [state] = await sql.unsafe<Omit<ShardState, 'isCurrent'>[]>(stateSql)
    const [found] = await sql.unsafe<{ published_version: string }[]>(shardVersionSql(place, count))
    return { ...state!, isCurrent: found?.published_version === head!.published_version }
  })
}
