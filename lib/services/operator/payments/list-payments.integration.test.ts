import { sql } from 'drizzle-orm'
import { bytesToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { figureSample } from '#db/schema/figures'
import { event } from '#db/schema/service'
import type { BountyState } from '#lib/domain/bounty/bounty'
import { isoTime } from '#lib/domain/text/iso-time'
import { operatorPaymentPageSchema, paymentsQuery } from '#lib/schemas/operator-payment'
import { getPayment } from '#lib/services/operator/payments/get-payment'
import { listPayments } from '#lib/services/operator/payments/list-payments'
import { insertBounty } from '#testing/bounty-rows'
import { createTestDatabase, type TestDatabase } from '#testing/database'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('a payment says where the money of its bounty went last, and by which transaction', async () => {
  const { db } = database
  const states = [
    'paid',
    'open',
    'cancelling',
    'cancelled',
    'expired_refunded',
    'failed',
    'accepted',
  ] as const
  const rows = new Map<BountyState, Awaited<ReturnType<typeof insertBounty>>>()
  for (const state of states) rows.set(state, await insertBounty(db, state))
  const of = (state: BountyState) => rows.get(state)!
  const hex = (bytes: Uint8Array | null) => bytesToHex(bytes!)
  const expected = {
    paid: null,
    open: { to: 'escrow', transaction: hex(of('open').createTx) },
    cancelling: { to: 'escrow', transaction: hex(of('cancelling').createTx) },
    cancelled: { to: 'payer', transaction: hex(of('cancelled').payoutTx) },
    expired_refunded: { to: 'payer', transaction: hex(of('expired_refunded').payoutTx) },
    failed: { to: 'payer', transaction: hex(of('failed').payoutTx) },
    accepted: { to: 'contributor', transaction: hex(of('accepted').acceptTx) },
  }
  const page = operatorPaymentPageSchema.parse(
    await listPayments({ ctx: { db }, input: paymentsQuery.parse({}) }),
  )
  for (const state of states) {
    const { paymentId, bountyId } = of(state)
    const listed = page.payments.find(({ id }) => id === paymentId)
    expect(listed, state).toMatchObject({ bounty_id: bountyId, state: 'settled', moved_on: expected[state] })
    const detail = await getPayment({ ctx: { db }, input: { paymentId } })
    expect(detail, state).toMatchObject({ bounty_id: bountyId, moved_on: expected[state] })
    const last = expected[state]
    expect(detail.moves.at(-1), state).toEqual(last ? { ...last, at: null } : undefined)
  }
})

test('each transfer of the money of a bounty has the time at which it was recorded', async () => {
  const { db } = database
  const { bountyId, paymentId, createTx, payoutTx } = await insertBounty(db, 'cancelled')
  const [posted, refunded] = [bytesToHex(createTx!), bytesToHex(payoutTx!)]
  const at = (time: string) => new Date(`2026-11-24T${time}Z`)
  await db.insert(event).values([
    {
      subject: 'bounty',
      subjectId: bountyId,
      name: 'posted',
      data: { transaction: posted },
      at: at('12:00:01'),
    },
    {
      subject: 'bounty',
      subjectId: bountyId,
      name: 'cancelled',
      data: { transaction: refunded },
      at: at('12:05:02'),
    },
  ])
  expect((await getPayment({ ctx: { db }, input: { paymentId } })).moves).toEqual([
    { to: 'escrow', transaction: posted, at: isoTime(at('12:00:01')) },
    { to: 'payer', transaction: refunded, at: isoTime(at('12:05:02')) },
  ])
})

test('the refunded payments are those whose bounty paid them back', async () => {
  const { db } = database
  const list = async (query: Record<string, string>) =>
    (await listPayments({ ctx: { db }, input: paymentsQuery.parse(query) })).payments
  const refunded = (await list({})).filter(({ moved_on }) => moved_on?.to === 'payer')
  expect(refunded.length).toBeGreaterThan(2)
  expect(await list({ refunded: 'true' })).toEqual(refunded)
})

test('payments of the last hour are found, with and without samples of the figures', async () => {
  const { db } = database
  const { paymentId: old } = await insertBounty(db, 'open')
  await db.execute(sql`update service_clock set offset_seconds = offset_seconds + 3 * 3600`)
  const { paymentId: young } = await insertBounty(db, 'open')
  const within = async (hours: number) =>
    (
      await listPayments({ ctx: { db }, input: paymentsQuery.parse({ within: String(hours * 3_600) }) })
    ).payments.map(({ id }) => id)
  const check = async () => {
    expect(await within(1)).toContain(young)
    expect(await within(1)).not.toContain(old)
    expect(await within(4)).toContain(old)
  }
  await check()
  const none = { network: 'eip155:8453', bounties: {}, gas: {}, transactions: 0 }
  await db.insert(figureSample).values([
    { ...none, slot: sql`service_now() - interval '2 hours'`, paymentsUntil: old },
    { ...none, slot: sql`service_now() - interval '5 hours'`, paymentsUntil: 0 },
  ])
  await check()
})
