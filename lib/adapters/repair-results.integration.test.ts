import { sql as text } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#lib/adapters/db'
import { createTestDatabase, type TestDatabase } from '#lib/sandbox/testing/database'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** Fails on its sixth row, after five were sent. */
const failing = 'select 1 / (6 - n) from generate_series(1, 10) as n'

// Two connections: one for statements, one for transactions.
test.each([
  ['postgres.js', (db: ReturnType<typeof openDatabase>) => db.sql`select 42 as answer`],
  ['postgres.js unsafe', (db: ReturnType<typeof openDatabase>) => db.sql.unsafe('select 42 as answer')],
  [
    'postgres.js prepared',
    (db: ReturnType<typeof openDatabase>) => db.sql.unsafe('select 42 as answer', [], { prepare: true }),
  ],
  ['drizzle', (db: ReturnType<typeof openDatabase>) => db.db.execute(text`select 42 as answer`)],
])('a result after a statement that failed amid its rows is whole: %s', async (_, ask) => {
  const one = openDatabase(database.url, { maxConnections: 2 })
  await expect(one.sql.unsafe(failing)).rejects.toThrow('division by zero')
  const rows = await ask(one)
  expect(rows.length).toBe(1)
  expect(rows[0]).toEqual({ answer: 42 })
  await one.close()
})

test('values and several statements come whole too', async () => {
  const one = openDatabase(database.url, { maxConnections: 2 })
  await expect(one.sql.unsafe(failing)).rejects.toThrow('division by zero')
  expect([...(await one.sql`select 1 union all select 2 order by 1`.values())]).toEqual([[1], [2]])
  await expect(one.sql.unsafe(failing)).rejects.toThrow('division by zero')
  const results = await one.sql.unsafe('select 1 as a; select 2 as b')
  expect(results.map((result) => [...(result as unknown as unknown[])])).toEqual([[{ a: 1 }], [{ b: 2 }]])
  await one.close()
})
