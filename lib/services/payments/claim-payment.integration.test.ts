import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { bytesToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bindIdentifier } from '#lib/services/payments/bind-identifier'
import { claimPayment, type NewClaim, reclaimPayment } from '#lib/services/payments/claim-payment'
import { markFailed } from '#lib/services/payments/close-payment'
import { findPayment, loadAnswer } from '#lib/services/payments/find-payment'
import { storeAnswer } from '#lib/services/payments/store-result'
import { createTestDatabase, type TestDatabase } from '#testing/database'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.close())

test('any expiry and amount that the token allows is stored exactly', async () => {
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

const find = ({ network, asset, payer, nonce }: NewClaim) =>
  findPayment({ ctx: database, input: { network, asset, payer, nonce } })

const newClaim = (changes: Partial<NewClaim> = {}): NewClaim => ({
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
  ...changes,
})

test.each([{ network: 'eip155:5042' }, { asset: `0x${'b6'.repeat(20)}` }])(
  'one nonce of one payer is another payment with %o, also when both are asked for at once',
  async (change) => {
    const here = newClaim()
    const there = { ...here, ...change }
    const ctx = database
    const first = (await claimPayment({ ctx, input: there }))!
    const [again, other] = await Promise.all([
      claimPayment({ ctx, input: there }),
      claimPayment({ ctx, input: here }),
    ])
    expect(again).toBeUndefined()
    expect(other!.id).not.toBe(first.id)
    const unknown = { ...here, payer: `0x${'dd'.repeat(20)}` }
    const found = await Promise.all([unknown, here, there].map((input) => find(input)))
    expect(found.map((row) => row?.id)).toEqual([undefined, other!.id, first.id])
    const swapped = await Promise.all([there, here].map((input) => find(input)))
    expect(swapped.map((row) => row?.id)).toEqual([first.id, other!.id])
  },
)

test('what is asked for on one network is not found by the same nonce on another', async () => {
  const here = newClaim()
  const there = { ...here, network: 'eip155:5042' }
  const claim = await claimPayment({ ctx: database, input: there })
  const found = await Promise.all([here, there].map((input) => find(input)))
  expect(found.map((row) => row?.id)).toEqual([undefined, claim!.id])
})

test('a payment that failed and is claimed again delivers the answer of the later attempt', async () => {
  const ctx = database
  const claim = (await claimPayment({ ctx, input: newClaim() }))!
  const stale = { status: 200, body: '{"observations":[]}' }
  expect(await storeAnswer({ ctx, input: { ...claim, answer: stale, isFlushedLater: false } })).toBe(true)
  await markFailed({ ctx, input: { ...claim, reason: 'insufficient_funds' } })
  const again = (await reclaimPayment({ ctx, id: claim.id, attempt: claim.attempt }))!
  const fresh = { status: 200, body: '{"observations":["published since"]}' }
  expect(await storeAnswer({ ctx, input: { ...again, answer: fresh, isFlushedLater: false } })).toBe(true)
  expect(await loadAnswer({ ctx, paymentId: claim.id })).toEqual(fresh)
})

test('an identifier can be bound if the void payment that had it is deleted in the same moment', async () => {
  const [old, later] = [newClaim(), newClaim()]
  const namedOf = async (claim: NewClaim) => {
    const { id } = (await claimPayment({ ctx: database, input: claim }))!
    return { payer: claim.payer, identifier: 'order-0123456789abcdef', paymentId: id }
  }
  const forgotten = await namedOf(old)
  const named = await namedOf(later)
  expect(await bindIdentifier({ ctx: database, input: forgotten })).toBe(true)
  const { db, sql } = database
  // After the insert that found the identifier taken, and before the holder is read.
  const interrupted = {
    insert: db.insert.bind(db),
    transaction: async (work: never) => {
      await sql`delete from payment_identifier where payment_id = ${forgotten.paymentId}`
      return db.transaction(work)
    },
  }
  expect(await bindIdentifier({ ctx: { db: interrupted as never }, input: named })).toBe(true)
})
