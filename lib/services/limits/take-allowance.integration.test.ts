import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#lib/adapters/db'
import { allowanceLeasesOf } from '#lib/services/limits/allowance-leases'
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

/** A day, so that an allowance does not refill while a test takes it. */
const windowSeconds = 86_400
const requestOf = (quota: number) => ({ keyHash: randomBytes(32), quota, windowSeconds })
/** About this many seconds: some pass during the test. */
const about = (seconds: number) => expect.closeTo(seconds, -3)

test('a client gets exactly its allowance from several processes at once', async () => {
  const input = { ...requestOf(25), count: 1 }
  const taken = await Promise.all(
    Array.from({ length: 80 }, (_, index) => takeAllowance({ ctx: index % 2 ? first : second, input })),
  )
  expect(taken.filter(({ granted }) => granted === 1)).toHaveLength(25)
  expect(taken.filter(({ granted }) => granted === 0)).toHaveLength(55)
})

test('several requests are counted at once, and only as many are granted as are left', async () => {
  const input = requestOf(10)
  const take = (count: number) => takeAllowance({ ctx: first, input: { ...input, count } })
  expect(await take(4)).toEqual({ granted: 4, spentSeconds: about(0.4 * windowSeconds) })
  expect(await take(9)).toEqual({ granted: 6, spentSeconds: about(windowSeconds) })
  expect(await take(1)).toEqual({ granted: 0, spentSeconds: about(windowSeconds) })
  const newcomer = { ...requestOf(10), count: 99 }
  expect(await takeAllowance({ ctx: first, input: newcomer })).toMatchObject({ granted: 10 })
})

test('two processes with leases admit together what the database granted, and refuse the rest', async () => {
  const request = requestOf(40)
  const processes = [allowanceLeasesOf(first.sql), allowanceLeasesOf(second.sql)]
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, index) => processes[index % 2]!.take(request)),
  )
  expect(answers.filter(({ isAdmitted }) => isAdmitted)).toHaveLength(40)
  for (const { isAdmitted, remaining, resetSeconds } of answers) {
    if (!isAdmitted) expect(remaining).toBe(0)
    expect(resetSeconds).toBeGreaterThanOrEqual(1)
    expect(resetSeconds).toBeLessThanOrEqual(windowSeconds)
  }
})

test('one client’s spending is nobody else’s, and what is left is told', async () => {
  const leases = allowanceLeasesOf(first.sql)
  const [one, other] = [requestOf(2), requestOf(2)]
  expect(await leases.take(one)).toMatchObject({ isAdmitted: true, remaining: 1 })
  expect(leases.refusalOf(one)).toBeUndefined()
  expect(await leases.take(one)).toMatchObject({ isAdmitted: true, remaining: 0 })
  const refusal = { isAdmitted: false, remaining: 0, resetSeconds: about(windowSeconds / 2) }
  expect(await leases.take(one)).toEqual(refusal)
  expect(leases.refusalOf(one)).toEqual(refusal)
  expect(await leases.take(other)).toMatchObject({ isAdmitted: true, remaining: 1 })
})

test('an allowance refills over time, and its row is deleted once it is full', async () => {
  const input = { ...requestOf(1), count: 1 }
  expect(await takeAllowance({ ctx: first, input })).toMatchObject({ granted: 1 })
  expect(await takeAllowance({ ctx: first, input })).toMatchObject({ granted: 0 })
  const kept = () => first.sql`select 1 from rate_limit where key_hash = ${input.keyHash}`
  await forgetAllowances({ ctx: first })
  expect(await kept()).toHaveLength(1)
  await first.sql`update rate_limit set spent_until = clock_timestamp() - interval '1 second' where key_hash = ${input.keyHash}`
  await forgetAllowances({ ctx: first })
  expect(await kept()).toHaveLength(0)
  expect(await takeAllowance({ ctx: first, input })).toMatchObject({ granted: 1 })
})

test('idle time does not accumulate: after two idle months a client gets the allowance of one day', async () => {
  const input = { ...requestOf(3), count: 1 }
  await takeAllowance({ ctx: first, input })
  await first.sql`update rate_limit set spent_until = clock_timestamp() - interval '60 days' where key_hash = ${input.keyHash}`
  expect(await takeAllowance({ ctx: first, input: { ...input, count: 5 } })).toMatchObject({ granted: 3 })
})
