import { readFileSync } from 'node:fs'
import type { Sql } from '#lib/adapters/db/driver/open-client'
import {
  conditionOf,
  readSlotName,
  readSubscriptions,
  type Shard,
  withShard,
} from '#lib/adapters/db/shards/shard'
import { shardName } from '#lib/adapters/db/shards/shard-name'

const tablesSql = readFileSync(new URL('../../../../drizzle/shard.sql', import.meta.url), 'utf8')
const ownTables = ['cell_presence', 'feed_head', 'observation', 'tree']
/** The comment by which `drizzle/shard.sql` marks its tables. */
const mark = 'part of a Cairn shard'
const lockTimeoutMs = 2_000

/**
 * Lets a shard follow the primary by logical replication: a copy of the observations of its cells, then every change, whole
 * transactions in their order. Repeating it changes nothing.
 *
 * A subscription applies a transaction at once to all its tables, so a reader that sees a published version on the shard sees all
 * observations of that version. While tables are copied this does not hold, which `shardVersionSql` checks.
 *
 * @param args.primary a pool of the primary, whose user may replicate and owns the tables
 * @param args.primaryUrl the primary as the shard reaches it. PostgreSQL stores it on the shard, with its password
 * @throws if the primary does not log changes logically, if the database of the shard has other contents, or if it follows another
 * server
 */
export async function attachShard(args: { primary: Sql; primaryUrl: string; shard: Shard }): Promise<void> {
  const { primary, shard } = args
  const name = shardName(shard.place, shard.count)
  const slot = await readSlotName(primary, name)
  await checkPrimary(primary)
  await withShard(shard, async (sql) => {
    if (await isAttached({ primary, sql, shard, slot })) return
    await publish(primary, shard)
    // A slot is left over if this place had another database before, or if an earlier attempt failed here.
    await primary`
      select pg_drop_replication_slot(slot_name) from pg_replication_slots
      where slot_name = ${slot} and database = current_database() and not active`
    await sql.unsafe(`drop table if exists ${ownTables.join()}; ${tablesSql}`)
    await subscribe({ ...args, sql, name, slot })
  })
}

async function checkPrimary(primary: Sql): Promise<void> {
  const [setting] = await primary<{ wal_level: string }[]>`show wal_level`
  if (setting!.wal_level !== 'logical')
    throw new Error(
      `The primary's wal_level is ${setting!.wal_level}, and shards need logical: set it in postgresql.conf and restart the primary.`,
    )
}

/** @throws if the database has contents that are not those of this shard, or if the shard receives nothing any more */
async function isAttached(args: { primary: Sql; sql: Sql; shard: Shard; slot: string }): Promise<boolean> {
  const { primary, sql, shard, slot } = args
  const { place, count } = shard
  const [here, there] = await Promise.all([readSystem(sql), readSystem(primary)])
  if (here === there)
    throw new Error(`Shard ${place} is on the server of the primary. It must be on another server.`)
  const [first, ...more] = await readSubscriptions(sql)
  if (first && (more.length > 0 || first.name !== shardName(place, count)))
    throw new Error(
      `The database of shard ${place} is ${first.name} already. Give shard ${place} of ${count} an empty database.`,
    )
  if (first?.slot && first.slot !== slot)
    throw new Error(`Shard ${place} follows another database than this primary.`)
  if (first) {
    const kept = await primary`
      select from pg_replication_slots, pg_publication
      where slot_name = ${slot} and wal_status <> 'lost' and pubname = ${first.name}`
    if (kept.length > 0 && first.isEnabled) return true
    throw new Error(
      `Shard ${place} no longer receives changes: it was only partly removed, or was unreachable for too long. Create it again: npm run shards -- remove, then npm run shards.`,
    )
  }
  const [other] = await sql<{ name: string }[]>`
    select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p', 'v', 'm', 'f') and nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
      and obj_description(pg_class.oid, 'pg_class') is distinct from ${mark}
    limit 1`
  if (other)
    throw new Error(
      `The database of shard ${place} has a table ${other.name}. Give the shard an empty database.`,
    )
  return false
}

const readSystem = async (sql: Sql) =>
  (await sql<{ id: string }[]>`select system_identifier::text as id from pg_control_system()`)[0]!.id

/** Publishes the rows of a shard. A withdrawal deletes a row by all its columns, because its cell decides which shard has it. */
async function publish(primary: Sql, shard: Shard): Promise<void> {
  const name = shardName(shard.place, shard.count)
  const known = await primary`select from pg_publication where pubname = ${name}`
  if (known.length > 0) return
  const condition = conditionOf(shard)
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

/** @throws without the password, if the shard cannot reach the primary, or reaches another database */
async function subscribe(args: {
  primary: Sql
  primaryUrl: string
  sql: Sql
  name: string
  slot: string
}): Promise<void> {
  const { primary, sql, name, slot } = args
  // PostgreSQL takes less than drivers do, such as no @ in a password: this encodes it.
  const { href, password } = new URL(args.primaryUrl)
  try {
    await sql.unsafe(`
      create subscription ${name} connection '${href.replaceAll("'", "''")}' publication ${name}
      with (binary = true, failover = true, slot_name = ${slot})`)
  } catch (error) {
    const { message } = error as Error
    throw new Error(password === '' ? message : message.replaceAll(password, '…'))
  }
  const [made] = await primary`
    select from pg_replication_slots where slot_name = ${slot} and database = current_database()`
  if (made) return
  // This drops the slot there, too.
  await sql.unsafe(`drop subscription ${name}`)
  throw new Error('The shard reached another server than the primary: see OBSERVATIONS_PRIMARY_URL.')
}
