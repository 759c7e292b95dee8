import { randomBytes } from 'node:crypto'
import { bytesToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimPayment } from '#lib/services/payments/claim-payment'
import { findUnannounced, senderQueueName } from '#lib/services/payments/find-unannounced'
import { createTestDatabase, type TestDatabase } from '#testing/database'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.close())

const find = () => findUnannounced({ ctx: database })

test('an open payment is due when its claim ends, and while it is watched when a tenth of its age has passed', async () => {
  expect(await find()).toEqual({ queues: new Set(), paymentDueMs: undefined })
  const claim = await claimPayment({
    ctx: database,
    input: {
      network: 'eip155:8453',
      asset: `0x${'a5'.repeat(20)}`,
      payer: `0x${'0f'.repeat(20)}`,
      nonce: bytesToHex(randomBytes(32)),
      payTo: `0x${'0e'.repeat(20)}`,
      amountAtomic: 5_000n,
      validBefore: 1n,
      operation: 'getObservation',
      requestHash: randomBytes(32),
      payloadHash: randomBytes(32),
    },
  })
  const { sql } = database
  // In one transaction, in which `now()` stays the same.
  const dueAfter = (state: string, claimSeconds: number, lookedSeconds: number | null) =>
    sql.begin(async (tx) => {
      await tx`
        update payment set state = ${state}, claimed_until = now() + make_interval(secs => ${claimSeconds}),
          looked_at = now() + make_interval(secs => ${lookedSeconds})
        where id = ${claim!.id}`
      const found = await findUnannounced({ ctx: { sql: tx as never } })
      return Math.ceil(found.paymentDueMs! / 1_000)
    })
  expect(await dueAfter('claimed', 20, null)).toBe(20)
  expect(await dueAfter('claimed', -30, -1)).toBeLessThan(0)
  expect(await dueAfter('settling', 20, -100)).toBe(20)
  expect(await dueAfter('settling', -30, null)).toBeLessThan(0)
  expect(await dueAfter('settling', -100, 0)).toBe(10)
  expect(await dueAfter('failed', -100, null)).toBeLessThanOrEqual(0)
  expect(await dueAfter('failed', -100, 0)).toBe(10)
  await sql`update payment set closed_at = now() where id = ${claim!.id}`
  expect((await find()).paymentDueMs).toBeUndefined()
})

test('the sender queues with open transactions are found', async () => {
  const sender = `0x${'Ab'.repeat(20)}`
  const insert = (chainId: number, key: string, state: string) => database.sql`
    insert into chain_tx (chain_id, sender, kind, idem_key, recipient, data, state, nonce)
    values (${chainId}, ${sender.toLowerCase()}, 'settle', ${key}, ${sender.toLowerCase()}, '', ${state}, 0)`
  await insert(8453, 'one', 'sent')
  await insert(5042, 'two', 'final')
  expect((await find()).queues).toEqual(new Set([senderQueueName(8453, sender)]))
})
