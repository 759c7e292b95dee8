import type { Sql } from '#lib/adapters/db/driver/open-client'
import { readSlotName, readSubscriptions, type Shard, withShard } from '#lib/adapters/db/shards/shard'
import { shardName } from '#lib/adapters/db/shards/shard-name'

const endsWithinMs = 5_000

/**
 * Ends a shard: the primary no longer stores changes for it. Its tables stay, and nothing reads them. Repeating it changes nothing.
 *
 * @param primary a pool of the primary
 * @returns why the shard itself could not be changed, if it could not
 * @throws if the shard follows another database than this primary
 */
export async function detachShard(primary: Sql, shard: Shard): Promise<string | undefined> {
  const name = shardName(shard.place, shard.count)
  const slot = await readSlotName(primary, name)
  const problem = await withShard(shard, (sql) => unsubscribe(sql, { name, slot })).catch((error: Error) => {
    if (error instanceof OtherPrimary) throw error
    return error.message
  })
  // A shard that cannot be reached may still receive changes.
  await primary`
    select pg_terminate_backend(active_pid, ${endsWithinMs}) from pg_replication_slots
    where slot_name = ${slot} and database = current_database() and active`
  await primary`
    select pg_drop_replication_slot(slot_name) from pg_replication_slots
    where slot_name = ${slot} and database = current_database()`
  await primary.unsafe(`drop publication if exists ${name}`)
  return problem && `${problem}${await describeLeftSlots(primary)}`
}

class OtherPrimary extends Error {}

async function unsubscribe(sql: Sql, expected: { name: string; slot: string }): Promise<undefined> {
  const { name, slot } = expected
  const known = (await readSubscriptions(sql)).find((each) => each.name === name)
  if (!known) return
  // An attempt that ended before the last statement left no slot.
  if (known.slot !== null && known.slot !== slot)
    throw new OtherPrimary(`${name} follows another database than this primary. Nothing was removed.`)
  // The primary's slot is dropped by the caller, so the shard need not reach the primary.
  await sql.unsafe(`alter subscription ${name} disable`)
  await sql.unsafe(`alter subscription ${name} set (slot_name = none)`)
  await sql.unsafe(`drop subscription ${name}`)
}

/** A shard that fails while its tables are copied leaves slots whose names do not say which primary table or shard they were for. */
async function describeLeftSlots(primary: Sql): Promise<string> {
  const left = await primary<{ name: string }[]>`
    select slot_name as name from pg_replication_slots
    where slot_name like 'pg\\_%\\_sync\\_%' and database = current_database() and not active`
  if (left.length === 0) return ''
  return `. The primary may still store changes for first copies that this shard did not end. If no other copy is under way, drop these slots with pg_drop_replication_slot: ${left.map(({ name }) => name).join(', ')}`
}
