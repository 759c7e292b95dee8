import 'server-only'
import { serviceIncarnation } from '#db/schema/freeze'
import type { Context } from '#lib/adapters/context'
import type { Sql, Tx } from '#lib/adapters/db'

// The identity of this database, by which an older copy of it is recognized.

type Incarnation = Omit<typeof serviceIncarnation.$inferSelect, 'one' | 'seenAt'>

const words: Record<keyof Incarnation, string> = {
  systemIdentifier: 'it is in another PostgreSQL cluster',
  timeline: 'the cluster was recovered or promoted since (another timeline)',
  databaseOid: 'it is another database of the cluster',
  tableOid: 'its tables were created again',
}

/**
 * Describes how this database differs from the one the service trusted last; empty if it is the same. The
 * first call on a new database marks it as the trusted one.
 *
 * Dump and restore, `create database … template`, recovery to a point in time and the promotion of a standby
 * are all detected. A copy of the files of the cluster, restored to the same place, is not: only the chains
 * reveal it.
 */
export async function compareIncarnation({ ctx }: { ctx: Pick<Context, 'sql' | 'db'> }): Promise<string[]> {
  const now = await readIncarnation(ctx.sql)
  await ctx.db.insert(serviceIncarnation).values(now).onConflictDoNothing()
  const [trusted] = await ctx.db.select().from(serviceIncarnation)
  const parts = Object.keys(words) as (keyof Incarnation)[]
  return parts.filter((part) => trusted![part] !== now[part]).map((part) => words[part])
}

/** Trusts this database from now on, once it was compared with the chains. */
export async function trustIncarnation(args: { ctx: Pick<Context, 'sql'>; tx: Tx }): Promise<void> {
  const now = await readIncarnation(args.ctx.sql)
  await args.tx
    .insert(serviceIncarnation)
    .values(now)
    .onConflictDoUpdate({ target: serviceIncarnation.one, set: { ...now, seenAt: new Date() } })
}

async function readIncarnation(sql: Sql): Promise<Incarnation> {
  const [system, timeline, [row]] = await Promise.all([
    unlessRefused(sql<{ is: string }[]>`select system_identifier::text as is from pg_control_system()`, ''),
    unlessRefused(
      sql<
        { is: number }[]
      >`select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as is`,
      0,
    ),
    sql<{ database: string; table: string }[]>`
      select (select oid::bigint from pg_database where datname = current_database()) as database,
             'service_incarnation'::regclass::oid::bigint as table`,
  ])
  const { database, table } = row!
  return { systemIdentifier: system, timeline, databaseOid: Number(database), tableOid: Number(table) }
}

/** Error codes of hosted PostgreSQL: forbidden, missing, unsupported. */
const refusals = ['42501', '42883', '0A000']

/** Some providers forbid these queries. There the sign is left out instead of failing the service. */
async function unlessRefused<Value>(
  asked: PromiseLike<readonly { is: Value }[]>,
  instead: Value,
): Promise<Value> {
  try {
    const [row] = await asked
    return row!.is
  } catch (error) {
    if (error instanceof Error && 'code' in error && refusals.includes(String(error.code))) return instead
    throw error
  }
}
