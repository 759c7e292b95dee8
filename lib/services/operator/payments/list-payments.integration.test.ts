import { bytesToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BountyState } from '#lib/domain/bounty/bounty'
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
  }
})
