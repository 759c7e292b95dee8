import 'server-only'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import type { Sql, TransactionSql } from 'postgres'
import { openClient } from '#lib/adapters/db/driver/open-client'
import { installJobs } from '#lib/adapters/jobs'
import { findOldPostgres } from '#lib/adapters/postgres-version'

const migrationLock = 7_221_001
const askForLockEveryMs = 100
/**
 * A change of a table waits for those that use it, and everybody who comes later waits behind it. So it gives up soon, lets them pass,
 * and tries again.
 */
const tableLockTimeoutMs = 2_000
const attempts = 30
const lockNotAvailable = '55P03'
const drizzleFolder = fileURLToPath(new URL('../../drizzle', import.meta.url))

/** The first table has the columns of drizzle's migration table, because `drizzle-kit` reads it too. */
const historyTables = `
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
  create table if not exists drizzle.applied_sql (file text primary key, hash text not null)`

/** How long a migration waits for locks on tables, and how often it is tried. */
export type LockWaits = { timeoutMs: number; attempts: number }

/**
 * Migrates a database to the current schema, including the tables of the job queue. Safe to run repeatedly
 * and from several processes at once. A database that a newer version has migrated is not changed.
 *
 * All migrations are one transaction, which an error rolls back. Only one that builds an index while its table is written
 * (`concurrently`) cannot be in a transaction: those before it are then committed first. After an error, the next run continues there.
 *
 * @param url in the format of `DATABASE_URL`
 * @param folder contains `migrations` and `sql`
 * @throws if the server is older than PostgreSQL 18, if the database has migrations that this version does not have, or if a table was
 * in use at every attempt
 */
export async function migrateDatabase(
  url: string,
  folder = drizzleFolder,
  waits: LockWaits = { timeoutMs: tableLockTimeoutMs, attempts },
): Promise<void> {
  const sql = openClient(url, { max: 1, onnotice: () => {} })
  try {
    const old = await findOldPostgres(sql)
    if (old) throw new Error(old)
    await takeMigrationLock(sql)
    while (await migrateNext(sql, folder, waits));
    await installJobs(url)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/**
 * Asks again and again instead of waiting in the database: a waiting statement has a snapshot, which the build of an index in the
 * process that holds the lock would wait for.
 */
async function takeMigrationLock(sql: Sql): Promise<void> {
  for (;;) {
    const [row] = await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${migrationLock}) as taken`
    if (row!.taken) return
    await sleep(askForLockEveryMs)
  }
}

/** Applies pending migrations up to one that cannot be in a transaction, or that one alone. Returns true while some may remain. */
async function migrateNext(sql: Sql, folder: string, waits: LockWaits): Promise<boolean> {
  const pending = await sql.begin((tx) => findPending(tx, folder))
  if (!pending) return false
  const [first] = pending
  if (first && isConcurrent(first)) {
    for (const statement of first.sql) await sql.unsafe(statement)
    await sql.begin((tx) => record(tx, first))
    return true
  }
  const end = pending.findIndex(isConcurrent)
  await withLockTimeout(sql, waits, async (tx) => {
    for (const migration of end < 0 ? pending : pending.slice(0, end)) {
      for (const statement of migration.sql) await tx.unsafe(statement)
      await record(tx, migration)
    }
    if (end < 0) await applySqlFiles(tx, join(folder, 'sql'))
  })
  return end >= 0
}

/** @returns `undefined` if a newer version has migrated the database */
async function findPending(tx: TransactionSql, folder: string): Promise<MigrationMeta[] | undefined> {
  await tx.unsafe(historyTables)
  const migrations = readMigrationFiles({ migrationsFolder: join(folder, 'migrations') })
  const applied = await tx<{ at: string }[]>`
    select created_at as at from drizzle.__drizzle_migrations order by created_at`
  const known = Math.min(applied.length, migrations.length)
  for (let index = 0; index < known; index += 1)
    if (Number(applied[index]!.at) !== migrations[index]!.folderMillis)
      throw new Error('the database has migrations that this version does not have')
  return applied.length > migrations.length ? undefined : migrations.slice(known)
}

function isConcurrent({ sql }: MigrationMeta): boolean {
  return sql.some((statement) =>
    /^\s*(?:--.*\n\s*)*(?:create (?:unique )?|drop )index concurrently\b/i.test(statement),
  )
}

async function record(tx: TransactionSql, { hash, folderMillis }: MigrationMeta): Promise<void> {
  await tx`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`
}

/** Runs a transaction that waits only briefly for each table, and runs it again while tables are in use. */
async function withLockTimeout(
  sql: Sql,
  { timeoutMs, attempts }: LockWaits,
  change: (tx: TransactionSql) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sql.begin(async (tx) => {
        await tx.unsafe(`set local lock_timeout = ${timeoutMs}`)
        await change(tx)
      })
      return
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable || attempt >= attempts) throw error
      await sleep(timeoutMs)
    }
  }
}

/** Runs each file that is new or changed since its last run on this database, sorted by name. */
async function applySqlFiles(tx: TransactionSql, folder: string): Promise<void> {
  const rows = await tx<{ file: string; hash: string }[]>`select file, hash from drizzle.applied_sql`
  const applied = new Map(rows.map(({ file, hash }) => [file, hash]))
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.sql')) continue
    const text = readFileSync(join(folder, file), 'utf8')
    const hash = createHash('sha256').update(text).digest('hex')
    if (applied.get(file) === hash) continue
    await tx.unsafe(text)
    await tx`
      insert into drizzle.applied_sql (file, hash) values (${file}, ${hash})
      on conflict (file) do update set hash = excluded.hash`
  }
}
