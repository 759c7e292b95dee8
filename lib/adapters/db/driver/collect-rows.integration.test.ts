import { sql as text } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#lib/adapters/db'
import { createTestDatabase, type TestDatabase } from '#testing/database'

let database: TestDatabase
let one: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  // One connection for statements, one for transactions.
  one = openDatabase(database.url, { maxConnections: 2 })
})
afterEach(() => one.close())

/** Fails on its sixth row, after five were sent. */
const failing = 'select 1 / (6 - n) from generate_series(1, 10) as n'

test.each([
  ['a tagged statement', () => one.sql`select 42 as answer`],
  ['an unsafe statement', () => one.sql.unsafe('select 42 as answer')],
  ['a prepared statement', () => one.sql.unsafe('select 42 as answer', [], { prepare: true })],
  ['drizzle', () => one.db.execute(text`select 42 as answer`)],
])('the result after a statement that failed between its rows is complete: %s', async (_, ask) => {
  await expect(one.sql.unsafe(failing)).rejects.toThrow('division by zero')
  const rows = await ask()
  expect(rows.length).toBe(1)
  expect(rows[0]).toEqual({ answer: 42 })
})

test('so it is in a transaction, after a savepoint that failed', async () => {
  const rows = await one.sql.begin(async (tx) => {
    await expect(tx.savepoint((inner) => inner.unsafe(failing))).rejects.toThrow('division by zero')
    return tx.savepoint((inner) => inner`select 42 as answer`)
  })
  expect([...rows]).toEqual([{ answer: 42 }])
})

test('rows as values, several statements at once and cursors are complete too', async () => {
  await expect(one.sql.unsafe(failing)).rejects.toThrow('division by zero')
  expect([...(await one.sql`select 1 union all select 2 order by 1`.values())]).toEqual([[1], [2]])
  await expect(one.sql.unsafe(failing)).rejects.toThrow('division by zero')
  const results = await one.sql.unsafe('select 1 as a; select 2 as b')
  expect(results.map((result) => [...(result as unknown as unknown[])])).toEqual([[{ a: 1 }], [{ b: 2 }]])
  await expect(one.sql.unsafe(failing)).rejects.toThrow('division by zero')
  const batches: unknown[] = []
  await one.sql.begin(async (tx) => {
    for await (const rows of tx`select generate_series(1, 3) as n`.cursor(2)) batches.push([...rows])
  })
  expect(batches).toEqual([[{ n: 1 }, { n: 2 }], [{ n: 3 }]])
})

test('UPSTREAM: postgres.js alone begins the next result with empty places', async () => {
  const client = postgres(database.url, { max: 1 })
  await expect(client.unsafe(failing)).rejects.toThrow('division by zero')
  const rows = await client`select 42 as answer`
  await client.end()
  expect([rows.count, rows.length, rows[0]]).toEqual([1, 6, undefined])
})
