/** Reads the version of the published observations. A trigger changes it with each change of them: drizzle/sql/published-version.sql. */
export const versionSql = 'select published_version from feed_head'

/** The name of a shard's publication, subscription and replication slot. `place` counts from 1. */
export const shardName = (place: number, count: number) => `cairn_shard_${place}_of_${count}`

/** The condition for a cell to belong to a shard. Neighbouring cells are in different shards, so the parts are alike in size and load. */
export const shardCondition = (place: number, count: number) => `cell % ${count} = ${place - 1}`

/**
 * Reads the version on a shard. There is none while tables are copied, and none on a database that has another part: that of another place
 * or of another number of shards.
 */
export const shardVersionSql = (place: number, count: number) => `
  select published_version from feed_head
  where (select bool_and(srsubstate = 'r') from pg_subscription_rel)
    and exists (
      select from pg_subscription join pg_database on pg_database.oid = subdbid
      where datname = current_database() and subpublications = '{${shardName(place, count)}}')`
