import { sql as text } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { withAdvisoryLock } from '#lib/adapters/advisory-lock'
import { type Database, openDatabase } from '#lib/adapters/db'
import { createTestDatabase, type TestDatabase } from '#lib/sandbox/testing/database'
import { until } from '#lib/sandbox/testing/until'

let database: TestDatabase
let one: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  // One for transactions.
  one = openDatabase(database.url, { maxConnections: 2 })
})
afterEach(() => one.close())

/** As a failover does, or an operator. */
async function terminate(pid: number): Promise<void> {
  await database.sql`select pg_terminate_backend(${pid})`
  await until(
    async () => (await database.sql`select from pg_stat_activity where pid = ${pid}`).length === 0,
    {
      what: 'the end of the connection',
    },
  )
}
/** postgres.js and PostgreSQL say it in several ways; drizzle wraps it when a statement was told. */
const lost = /^(CONNECTION_CLOSED|ECONNRESET|EPIPE|57P01)$/
const codeOf = (error: Error & { code?: string }) =>
  error.code ?? (error.cause as { code?: string } | undefined)?.code ?? String(error)
const pidOf = text`select pg_backend_pid() as pid`

test.each([
  ['another statement', (run: () => Promise<unknown>) => run()],
  ['its commit', async () => {}],
  ['its rollback', () => Promise.reject(new Error('changed my mind'))],
])('a transaction whose connection dies before %s fails, and the pool goes on', async (_, goOn) => {
  const failed = one.db.transaction(async (tx) => {
    const [row] = await tx.execute<{ pid: number }>(pidOf)
    await terminate(row!.pid)
    await goOn(() => tx.execute(text`select 1`))
  })
  expect(await failed.then(() => undefined, codeOf)).toMatch(lost)
  for (let next = 0; next < 3; next++)
    expect(await one.db.transaction((tx) => tx.execute(text`select 1 as works`))).toMatchObject([
      { works: 1 },
    ])
})

test('a connection lost again and again never costs the place of the next transaction', async () => {
  for (let round = 0; round < 25; round++) {
    const lose = async (pid: number) => {
      // Not waited for: the statement below meets the dying connection at any moment of its end.
      await database.sql`select pg_terminate_backend(${pid})`
    }
    const failed = one.db.transaction(async (tx) => {
      const [row] = await tx.execute<{ pid: number }>(pidOf)
      await lose(row!.pid)
      for (let next = 0; next < 20; next++) await tx.execute(text`select 1`)
    })
    expect(await failed.then(() => undefined, codeOf)).toMatch(lost)
    expect(await one.db.transaction((tx) => tx.execute(text`select ${round}::int as round`))).toMatchObject([
      { round },
    ])
  }
})

test('a lock whose connection dies is free for others at once, and its holder goes on to the end', async () => {
  const name = 'a lock of this test'
  const steps: string[] = []
  const ran = await withAdvisoryLock(one.sql, name, async () => {
    const [row] = await database.sql<{ pid: number }[]>`
      select pid from pg_locks where locktype = 'advisory' and granted
        and ((classid::bigint << 32) | objid::bigint) = hashtextextended(${name}, 0)`
    expect(await withAdvisoryLock(database.sql, name, async () => {})).toBe(false)
    await terminate(row!.pid)
    expect(await withAdvisoryLock(database.sql, name, async () => {})).toBe(true)
    steps.push('done')
  })
  expect(ran).toBe(true)
  expect(steps).toEqual(['done'])
  for (let next = 0; next < 3; next++)
    expect(await withAdvisoryLock(one.sql, name, async () => {})).toBe(true)
})

test('what the holder of a lock throws is thrown, and the lock is free', async () => {
  await expect(withAdvisoryLock(one.sql, 'another', () => Promise.reject(new Error('no')))).rejects.toThrow(
    'no',
  )
  expect(await withAdvisoryLock(one.sql, 'another', async () => {})).toBe(true)
})
