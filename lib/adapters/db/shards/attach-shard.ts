import { readFileSync } from 'node:fs'
import type { Sql } from '#lib/adapters/db/driver/open-client'
import { shardCondition, shardName } from '#lib/adapters/db/published-version'
import { literal, type Shard, withShard } from '#lib/adapters/db/shards/shard'

const tablesSql = readFileSync(new URL('../../../../drizzle/shard.sql', import.meta.url), 'utf8')
const ownTables = ['cell_presence', 'feed_head', 'observation', 'tree']
const lockTimeoutMs = 2_000

/**
 * Lets a shard follow the primary by logical replication: a copy of the observations of its cells, then every change, whole transactions
 * in their order. Repeating it changes nothing.
 *
 * A subscription applies a transaction at once to all its tables, so a reader that sees a published version on the shard sees all
 * observations of that version. That is not so while tables are copied, which `shardVersionSql` checks.
 *
 * @param args.primary a pool of the primary, whose user may replicate and owns the tables
 * @param args.primaryUrl the primary as the shard reaches it. PostgreSQL stores it on the shard, with its password
 * @throws if the primary does not log changes logically, or if the database of the shard has other contents
 */
export async function attachShard(args: { primary: Sql; primaryUrl: string; shard: Shard }): Promise<void> {
  const { primary, primaryUrl, shard } = args
  const { place, count } = shard
  const name = shardName(place, count)
  await checkPrimary(primary)
  await withShard(shard, async (sql) => {
    if (await isAttached(primary, sql, shard)) return
    await publish(primary, shard)
    // A place that had another database, or an attempt that ended here, left its slot.
    await primary`select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${name} and not active`
    await sql.unsafe(
      `begin; drop table if exists ${ownTables.join()}; drop function if exists refuse_gap; ${tablesSql}; commit`,
    )
    await sql.unsafe(`
      create subscription ${name} connection ${literal(primaryUrl)} publication ${name}
      with (binary = true, failover = true, origin = none, streaming = parallel)`)
  })
}

async function checkPrimary(primary: Sql): Promise<void> {
  const [setting] = await primary<{ wal_level: string }[]>`show wal_level`
  if (setting!.wal_level !== 'logical')
    throw new Error(
      `The primary's wal_level is ${setting!.wal_level}, and shards need logical: set it in postgresql.conf and restart the primary.`,
    )
}

/** @throws if the database has contents that are not those of this shard */
async function isAttached(primary: Sql, sql: Sql, shard: Shard): Promise<boolean> {
  const { place, count } = shard
  const [here, there] = await Promise.all([readSystem(sql), readSystem(primary)])
  if (here === there)
    throw new Error(`Shard ${place} is on the server of the primary. It must be on another server.`)
  const subscriptions = await sql<{ name: string }[]>`
    select subname as name from pg_subscription join pg_database on pg_database.oid = subdbid
    where datname = current_database()`
  const names = subscriptions.map(({ name }) => name)
  if (names.length === 1 && names[0] === shardName(place, count)) return true
  if (names.length > 0)
    throw new Error(
      `The database of shard ${place} is ${names.join()} already. Give shard ${place} of ${count} an empty database.`,
    )
  const others = await sql<{ name: string }[]>`
    select tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') and tablename <> all(${ownTables}::text[]) limit 1`
  if (others.length > 0)
    throw new Error(
      `The database of shard ${place} has a table ${others[0]!.name}. Give the shard an empty database.`,
    )
  return false
}

const readSystem = async (sql: Sql) =>
  (await sql<{ id: string }[]>`select system_identifier::text as id from pg_control_system()`)[0]!.id

/** Publishes the rows of a shard. A withdrawal deletes a row by all its columns, because its cell decides which shard has it. */
async function publish(primary: Sql, { place, count }: Shard): Promise<void> {
  const name = shardName(place, count)
  const known = await primary`select from pg_publication where pubname = ${name}`
  if (known.length > 0) return
  const condition = shardCondition(place, count)
  await primary.begin(async (tx) => {
    await tx.unsafe(`set local lock_timeout = ${lockTimeoutMs}`)
    await tx`
      do $$ begin
        if (select relreplident <> 'f' from pg_class where oid = 'observation'::regclass) then
          alter table observation replica identity full;
        end if;
      end $$`
    await tx.unsafe(`
      create publication ${name} for table
        observation where (${condition}),
        cell_presence where (${condition}),
        tree (tree_id, root, attest_uid, attest_tx),
        feed_head (one, published_version, previous_version)`)
  })
}
