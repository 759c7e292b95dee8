import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { migrateDatabase } from '#lib/adapters/migrate'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { until } from '#testing/until'

/* Each test has its own migrated database and its own copy of `drizzle`. */
const root = mkdtempSync(join(tmpdir(), 'cairn-migrate-'))
let folder: string
let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(root, 'drizzle-'))
  for (const name of ['migrations', 'sql'])
    cpSync(join(import.meta.dirname, '../../drizzle', name), join(folder, name), { recursive: true })
})
afterEach(() => database.close())
afterAll(() => rmSync(root, { recursive: true, force: true }))

const migrate = () => migrateDatabase(database.url, folder)
const history = () => database.sql`
  select created_at as at, hash from drizzle.__drizzle_migrations union all select null, file || hash from drizzle.applied_sql
  order by 1, 2`

const breakpoint = '--> statement-breakpoint\n'
/** A migration that builds an index while its table is written, in the form that may be run again. */
const indexOfMore = (kind: string) =>
  ['drop index concurrently if exists more_id;', `create ${kind} concurrently more_id on more (id);`].join(
    breakpoint,
  )

/** Adds a migration after the existing ones, like `npm run db:generate`. */
function addMigration(name: string, sql: string): void {
  const path = join(folder, 'migrations/meta/_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8'))
  const { idx, when } = journal.entries.at(-1)
  journal.entries.push({ ...journal.entries.at(-1), idx: idx + 1, when: when + 1, tag: name })
  writeFileSync(path, JSON.stringify(journal))
  writeFileSync(join(folder, `migrations/${name}.sql`), sql)
}

test('a migration and an SQL file are applied and recorded once, also by repeated and concurrent runs', async () => {
  addMigration('0001_more', 'create table more (id integer)')
  writeFileSync(join(folder, 'sql/more.sql'), 'insert into more values (1)')
  const before = await history()
  await Promise.all([migrate(), migrate(), migrate()])
  await migrate()
  expect(await history()).toHaveLength(before.length + 2)
  expect(await database.sql`select * from more`).toEqual([{ id: 1 }])
})

test('only a changed SQL file is applied again', async () => {
  await database.sql`drop trigger event_append_only on event`
  await database.sql`drop trigger bounty_guard on bounty`
  const path = join(folder, 'sql/append-only.sql')
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('are never changed', 'stay'))
  await migrate()
  const triggers = await database.sql`
    select tgname as name from pg_trigger where tgname in ('event_append_only', 'bounty_guard')`
  expect(triggers).toEqual([{ name: 'event_append_only' }])
  await database.sql`insert into event (subject, subject_id, name) values ('tree', '1', 'built')`
  await expect(database.sql`delete from event`).rejects.toThrow('rows of event stay')
})

test('an error rolls back the schema changes, including the migrations before it', async () => {
  addMigration('0001_half', 'create table half (id integer)')
  writeFileSync(join(folder, 'sql/wrong.sql'), 'create trigger wrong')
  const before = await history()
  await expect(migrate()).rejects.toThrow('syntax error')
  expect(await history()).toEqual(before)
  expect(await database.sql`select to_regclass('half') as half`).toEqual([{ half: null }])
})

test('a database of a newer version is not changed', async () => {
  await database.sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9000000000000)`
  writeFileSync(join(folder, 'sql/older.sql'), 'create table older ()')
  const before = await history()
  await migrate()
  expect(await history()).toEqual(before)
})

test('a database with other migrations is refused and not changed', async () => {
  await database.sql`update drizzle.__drizzle_migrations set created_at = created_at - 1`
  const before = await history()
  await expect(migrate()).rejects.toThrow('migrations that this version does not have')
  expect(await history()).toEqual(before)
})

test('an index is built concurrently between other migrations, also by concurrent runs', async () => {
  addMigration('0001_more', 'create table more (id integer)')
  addMigration('0002_index', indexOfMore('index'))
  addMigration('0003_last', 'create table last (id integer)')
  const before = await history()
  await Promise.all([migrate(), migrate(), migrate()])
  expect(await history()).toHaveLength(before.length + 3)
  expect(
    await database.sql`select indisvalid as valid from pg_index where indexrelid = 'more_id'::regclass`,
  ).toEqual([{ valid: true }])
  expect(await database.sql`select * from last`).toEqual([])
})

test('after a failed index, the next run continues there and replaces what is left of it', async () => {
  addMigration('0001_more', 'create table more (id integer)')
  addMigration('0002_rows', 'insert into more values (1), (1)')
  addMigration('0003_index', indexOfMore('unique index'))
  const before = await history()
  await expect(migrate()).rejects.toThrow('could not create unique index')
  expect(await history()).toHaveLength(before.length + 2)
  await database.sql`delete from more`
  await migrate()
  expect(await history()).toHaveLength(before.length + 3)
  expect(
    await database.sql`select indisvalid as valid from pg_index where indexrelid = 'more_id'::regclass`,
  ).toEqual([{ valid: true }])
})

test('a migration never waits long for a table in use: it gives up, and tries again', async () => {
  addMigration('0001_column', 'alter table event add column more integer')
  const waiting = async () => {
    const rows = await database.sql<{ begun: string }[]>`
      select xact_start::text as begun from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'alter table event%'`
    return rows.map(({ begun }) => begun)
  }
  const attempts = new Set<string>()
  let migrating: Promise<void> | undefined
  await database.sql.begin(async (tx) => {
    await tx`lock table event in access share mode`
    migrating = migrateDatabase(database.url, folder, { timeoutMs: 200, attempts: 10_000 })
    migrating.catch(() => {})
    await until(
      async () => {
        for (const begun of await waiting()) attempts.add(begun)
        return attempts.size > 1
      },
      { what: 'a second attempt' },
    )
  })
  await migrating
  expect(await database.sql`select more from event`).toEqual([])
})

test('a migration whose table is in use at every attempt fails, and changes nothing', {
  tags: 'thorough',
}, async () => {
  addMigration('0001_column', 'alter table event add column more integer')
  const before = await history()
  await database.sql.begin(async (tx) => {
    await tx`lock table event in access share mode`
    await expect(migrateDatabase(database.url, folder, { timeoutMs: 50, attempts: 2 })).rejects.toThrow(
      'lock timeout',
    )
  })
  expect(await history()).toEqual(before)
})
