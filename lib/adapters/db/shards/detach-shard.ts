import type { Sql } from '#lib/adapters/db/driver/open-client'
import { shardName } from '#lib/adapters/db/published-version'
import { type Shard, withShard } from '#lib/adapters/db/shards/shard'

const endsWithinMs = 5_000

/**
 * Ends a shard: the primary no longer stores changes for it. Its tables stay, and nothing reads them. Repeating it changes nothing.
 *
 * @param primary a pool of the primary
 * @returns why the shard itself could not be changed, if it could not. The primary stores nothing for it all the same
 */
export async function detachShard(primary: Sql, shard: Shard): Promise<string | undefined> {
  const name = shardName(shard.place, shard.count)
  const problem = await withShard(shard, async (sql) => {
    const known = await sql`select from pg_subscription where subname = ${name}`
    if (known.length === 0) return
    // The primary's slot is dropped below, so the shard need not reach the primary.
    await sql.unsafe(`alter subscription ${name} disable`)
    await sql.unsafe(`alter subscription ${name} set (slot_name = none)`)
    await sql.unsafe(`drop subscription ${name}`)
  }).then(
    () => undefined,
    (error: Error) => error.message,
  )
  // A shard that cannot be reached may still receive changes.
  await primary`
    select pg_terminate_backend(active_pid, ${endsWithinMs}) from pg_replication_slots where slot_name = ${name} and active`
  await primary`select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${name}`
  await primary.unsafe(`drop publication if exists ${name}`)
  return problem
}
