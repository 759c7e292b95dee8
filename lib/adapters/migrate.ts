import 'server-only'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { TransactionSql } from 'postgres'
import { openClient } from '#lib/adapters/db/driver/open-client'
import { installJobs } from '#lib/adapters/jobs'

const migrationLock = 7_221_001
const drizzleFolder = fileURLToPath(new URL('../../drizzle', import.meta.url))

/** The first table has the columns of drizzle's migration table, because `drizzle-kit` reads it too. */
const historyTables = `
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
  create table if not exists drizzle.applied_sql (file text primary key, hash text not null)`

/**
 * Migrates a database to the current schema, including the tables of the job queue. Safe to run repeatedly
 * and from several processes at once. The schema changes in one transaction, which an error rolls back. A
 * database that a newer version has migrated is not changed.
 *
 * @param url in the format of `DATABASE_URL`
 * @param folder contains `migrations` and `sql`
 * @throws if the database has migrations that this version does not have
 */
export async function migrateDatabase(url: string, folder = drizzleFolder): Promise<void> {
  const sql = openClient(url, { max: 1, onnotice: () => {} })
  try {
    await sql`select pg_advisory_lock(${migrationLock})`
    await sql.begin((tx) => applySchema(tx, folder))
    await installJobs(url)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function applySchema(tx: TransactionSql, folder: string): Promise<void> {
  await tx.unsafe(historyTables)
  const migrations = readMigrationFiles({ migrationsFolder: join(folder, 'migrations') })
  const applied = await tx<{ at: string }[]>`
    select created_at as at from drizzle.__drizzle_migrations order by created_at`
  const known = Math.min(applied.length, migrations.length)
  for (let index = 0; index < known; index += 1)
    if (Number(applied[index]!.at) !== migrations[index]!.folderMillis)
      throw new Error('the database has migrations that this version does not have')
  if (applied.length > migrations.length) return
  for (const { sql, hash, folderMillis } of migrations.slice(known)) {
    for (const statement of sql) await tx.unsafe(statement)
    await tx`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`
  }
  await applySqlFiles(tx, join(folder, 'sql'))
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
