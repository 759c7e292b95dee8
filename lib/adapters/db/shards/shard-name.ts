/** The name of a shard's publication and subscription. `place` counts from 1. */
export const shardName = (place: number, count: number) => `cairn_shard_${place}_of_${count}`

/** The subscriptions of the connected database. `pg_subscription` has those of the whole server. */
export const subscriptionsSql =
  'pg_subscription join pg_database on pg_database.oid = subdbid and datname = current_database()'
