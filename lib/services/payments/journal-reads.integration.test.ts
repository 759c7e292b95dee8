import { randomBytes } from 'node:crypto'
import { bytesToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#lib/adapters/db'
import { claimPayment } from '#lib/services/payments/claim-payment'
import { markSettled } from '#lib/services/payments/close-payment'
import { findPayment } from '#lib/services/payments/find-payment'
import { storeAnswer } from '#lib/services/payments/store-result'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { insertPastPayments } from '#testing/past-payments'

/** The payments of a quiet day or two. */
const past = 3_000

let created: TestDatabase
let database: Database
beforeAll(async () => {
  created = await createTestDatabase()
  // All statements use one connection, so that its statistics are flushed before they are read.
  database = openDatabase(created.url, { maxConnections: 2 })
})
afterAll(async () => {
  await database?.close()
  await created?.close()
})

const newKey = (at: number) => ({
  network: at % 2 ? 'eip155:5042' : 'eip155:8453',
  asset: `0x${'a5'.repeat(20)}`,
  payer: `0x${'0f'.repeat(20)}`,
  nonce: bytesToHex(randomBytes(32)),
})
const claim = (key: ReturnType<typeof newKey>) =>
  claimPayment({
    ctx: database,
    input: {
      ...key,
      payTo: `0x${'0e'.repeat(20)}`,
      amountAtomic: 10_000n,
      validBefore: 2n ** 40n,
      operation: 'queryObservations',
      requestHash: randomBytes(32),
      payloadHash: randomBytes(32),
    },
  })

/** Makes payments with all the statements that the journal sends for a successful one. */
const sell = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const key = newKey(at)
      expect(await findPayment({ ctx: database, input: key })).toBeUndefined()
      const claimed = await claim(key)
      const answer = { status: 200, body: '{}' }
      const kept = await storeAnswer({ ctx: database, input: { ...claimed!, answer, isFlushedLater: true } })
      expect(kept).toBe(true)
      await markSettled({
        ctx: database,
        input: { id: claimed!.id, transaction: bytesToHex(randomBytes(32)) },
      })
      expect(await findPayment({ ctx: database, input: key })).toMatchObject({ state: 'settled' })
    }),
  )

/** Rows of the journal that any statement has read until now. */
async function rowsRead(): Promise<number> {
  await database.sql`select pg_stat_force_next_flush()`
  const [row] = await database.sql<{ read: number }[]>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_user_tables where relname = 'payment'`
  return row!.read
}

test('a payment reads its own rows of a journal and no others, once the database has looked at it', async () => {
  await sell(16)
  // Fresh statistics invalidate the cached plans of the connection, as autovacuum does within a minute.
  await insertPastPayments(database.sql, { count: past })
  const before = await rowsRead()
  await sell(64)
  // Found, kept and settled; found again: a few versions of its row, and of nobody else's.
  expect((await rowsRead()) - before).toBeLessThan(64 * 10)
})
