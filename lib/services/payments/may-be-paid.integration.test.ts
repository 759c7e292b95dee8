import { randomBytes } from 'node:crypto'
import { bytesToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bindIdentifier } from '#lib/services/payments/bind-identifier'
import { claimPayment } from '#lib/services/payments/claim-payment'
import { voidPayment } from '#lib/services/payments/close-payment'
import { mayBePaid } from '#lib/services/payments/may-be-paid'
import { createTestDatabase, type TestDatabase } from '#testing/database'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.close())

const newKey = () => ({
  network: 'eip155:8453',
  asset: `0x${'a5'.repeat(20)}`,
  payer: `0x${'0f'.repeat(20)}`,
  nonce: bytesToHex(randomBytes(32)),
})
const claim = async (key: ReturnType<typeof newKey>) =>
  (await claimPayment({
    ctx: database,
    input: {
      ...key,
      payTo: `0x${'0e'.repeat(20)}`,
      amountAtomic: 5_000n,
      validBefore: 1n,
      operation: 'getObservation',
      requestHash: randomBytes(32),
      payloadHash: randomBytes(32),
    },
  }))!
const ask = (key: ReturnType<typeof newKey>, identifier?: string) =>
  mayBePaid({ ctx: database, input: { key, identifier } })

test('a payment that is missing in the journal has not begun', async () => {
  expect(await ask(newKey())).toBe(false)
  expect(await ask(newKey(), 'an-identifier-of-nobody')).toBe(false)
})

test('a payment has begun from its claim on, until it is closed without effect', async () => {
  const key = newKey()
  const claimed = await claim(key)
  expect(await ask(key)).toBe(true)
  await voidPayment({ ctx: database, input: { ...claimed, reason: 'conflict' } })
  expect(await ask(key)).toBe(false)
})

test('another payment of the same wallet with the same identifier counts as begun, and one of another wallet does not', async () => {
  const key = newKey()
  const { id } = await claim(key)
  const identifier = 'order-2026-11-25-0001'
  await bindIdentifier({ ctx: database, input: { payer: key.payer, identifier, paymentId: id } })
  expect(await ask(newKey(), identifier)).toBe(true)
  expect(await ask({ ...newKey(), payer: `0x${'0d'.repeat(20)}` }, identifier)).toBe(false)
})
