import { shardName, subscriptionsSql } from '#lib/adapters/db/shards/shard-name'

/** Reads the version of the published observations. A trigger changes it with each change of them: drizzle/sql/published-version.sql. */
export const versionSql = 'select published_version from feed_head'

/**
 * Reads the version on a shard. The result is empty while tables are copied, and on a database that has another part: that of another place
 * or of another number of shards.
 */
export const shardVersionSql = (place: number, count: number) => `
  select published_version from feed_head
  where (select bool_and(srsubstate = 'r') from pg_subscription_rel)
    and exists (
      select from ${subscriptionsSql}
      where subpublications = '{${shardName(place, count)}}')`
