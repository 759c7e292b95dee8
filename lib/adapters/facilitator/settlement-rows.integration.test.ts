import { randomBytes } from 'node:crypto'
import { bytesToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainAttempt, chainTx } from '#db/schema/outbox'
import { settlement } from '#db/schema/settlement'
import { findSettlement } from '#lib/adapters/facilitator/settlement-rows'
import type { ExactPayment } from '#lib/schemas/x402'
import { createTestDatabase, type TestDatabase } from '#testing/database'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.close())

test('the transaction of a settlement is the call that contains it, not the empty one that cancels its nonce', async () => {
  const { db } = database
  const address = `0x${'a5'.repeat(20)}`
  const nonce = bytesToHex(randomBytes(32))
  const [tx] = await db
    .insert(chainTx)
    .values({
      chainId: 8453,
      sender: address,
      kind: 'settle',
      idemKey: nonce,
      recipient: address,
      data: new Uint8Array(),
      state: 'sent',
      nonce: 1,
    })
    .returning({ id: chainTx.id })
  const attempt = { txId: tx!.id, raw: new Uint8Array(1), maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }
  const call = new Uint8Array(randomBytes(32))
  await db.insert(chainAttempt).values([
    { ...attempt, hash: call, createdAt: new Date(1_000) },
    { ...attempt, hash: new Uint8Array(randomBytes(32)), cancels: true, createdAt: new Date(2_000) },
  ])
  const key = { network: 'eip155:8453', asset: address, payer: address, nonce }
  await db.insert(settlement).values({ ...key, chainTxId: tx!.id })
  const payment = {
    accepted: { network: key.network, asset: address },
    payload: { authorization: { from: address, nonce } },
  } as ExactPayment
  expect(await findSettlement(db, payment)).toMatchObject({ txId: tx!.id, hash: bytesToHex(call) })
})
