import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { bytesToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#lib/sandbox/testing/database'
import { claimPayment } from '#lib/services/payments/claim-payment'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.close())

test('any expiry and amount the token knows is journalled exactly', async () => {
  const uint256 = fc.oneof(
    fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    fc.constantFrom(0n, 2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 256n - 1n),
  )
  await fc.assert(
    fc.asyncProperty(uint256, uint256, async (validBefore, amountAtomic) => {
      const claim = await claimPayment({
        ctx: database,
        input: {
          network: 'eip155:8453',
          asset: `0x${'a5'.repeat(20)}`,
          payer: `0x${'0f'.repeat(20)}`,
          nonce: bytesToHex(randomBytes(32)),
          payTo: `0x${'0e'.repeat(20)}`,
          amountAtomic,
          validBefore,
          operation: 'getObservation',
          requestHash: randomBytes(32),
          payloadHash: randomBytes(32),
        },
      })
      const [row] = await database.sql<{ validBefore: string; amountAtomic: string }[]>`
        select valid_before as "validBefore", amount_atomic as "amountAtomic" from payment where id = ${claim!.id}`
      expect(row).toEqual({ validBefore: validBefore.toString(), amountAtomic: amountAtomic.toString() })
    }),
  )
})
