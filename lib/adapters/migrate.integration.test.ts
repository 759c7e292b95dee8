import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { migrateDatabase } from '#lib/adapters/migrate'
import { createTestDatabase, type TestDatabase } from '#testing/database'

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
