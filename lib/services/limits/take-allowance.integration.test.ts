import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#lib/adapters/db'
import { forgetAllowances } from '#lib/services/limits/forget-allowances'
import { takeAllowance } from '#lib/services/limits/take-allowance'
import { createTestDatabase, type TestDatabase } from '#testing/database'

let first: TestDatabase
/** Acts as a second process: both share only the database. */
let second: Database

beforeAll(async () => {
  first = await createTestDatabase()
  second = openDatabase(first.url, { maxConnections: 4 })
})

afterAll(async () => {
  await second.close()
  await first.close()
})

test('a client gets exactly its allowance from several processes at once', async () => {
  const input = { keyHash: randomBytes(32), quota: 25, windowSeconds: 60 }
  const taken = await Promise.all(
    Array.from({ length: 80 }, (_, index) => takeAllowance({ ctx: index % 2 ? first : second, input })),
  )
  expect(taken.filter(({ isAdmitted }) => isAdmitted)).toHaveLength(25)
  for (const { isAdmitted, remaining, resetSeconds } of taken) {
    if (!isAdmitted) expect(remaining).toBe(0)
    expect(resetSeconds).toBeGreaterThanOrEqual(1)
    expect(resetSeconds).toBeLessThanOrEqual(60)
  }
})

test('one client’s spending is nobody else’s, and what is left is told', async () => {
  const [one, other] = [randomBytes(32), randomBytes(32)]
  const take = (keyHash: Uint8Array) =>
    takeAllowance({ ctx: first, input: { keyHash, quota: 2, windowSeconds: 60 } })
  expect(await take(one)).toMatchObject({ isAdmitted: true, remaining: 1 })
  expect(await take(one)).toMatchObject({ isAdmitted: true, remaining: 0 })
  expect(await take(one)).toMatchObject({ isAdmitted: false, remaining: 0, resetSeconds: 30 })
  expect(await take(other)).toMatchObject({ isAdmitted: true, remaining: 1 })
})

test('an allowance refills over time, and its row is deleted once it is full', async () => {
  const keyHash = randomBytes(32)
  const input = { keyHash, quota: 1, windowSeconds: 60 }
  expect(await takeAllowance({ ctx: first, input })).toMatchObject({ isAdmitted: true })
  expect(await takeAllowance({ ctx: first, input })).toMatchObject({ isAdmitted: false })
  const kept = () => first.sql`select 1 from rate_limit where key_hash = ${keyHash}`
  await forgetAllowances({ ctx: first })
  expect(await kept()).toHaveLength(1)
  await first.sql`update rate_limit set spent_until = clock_timestamp() - interval '1 second' where key_hash = ${keyHash}`
  await forgetAllowances({ ctx: first })
  expect(await kept()).toHaveLength(0)
  expect(await takeAllowance({ ctx: first, input })).toMatchObject({ isAdmitted: true })
})

test('idle time does not accumulate: after an idle hour a client gets the allowance of one minute', async () => {
  const keyHash = randomBytes(32)
  const take = () => takeAllowance({ ctx: first, input: { keyHash, quota: 3, windowSeconds: 60 } })
  await take()
  await first.sql`update rate_limit set spent_until = clock_timestamp() - interval '1 hour' where key_hash = ${keyHash}`
  const taken = [await take(), await take(), await take(), await take()]
  expect(taken.map(({ isAdmitted }) => isAdmitted)).toEqual([true, true, true, false])
  expect(taken[0]).toMatchObject({ remaining: 2 })
})
