import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bounty } from '#db/schema/bounty'
import { type BountyState, bountyEvents, bountyStates, isEnded, movesOf } from '#lib/domain/bounty/bounty'
import { columnsOf, insertBounty } from '#testing/bounty-rows'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { refusalOf } from '#testing/refusal-of'

let database: TestDatabase
const inState = new Map<BountyState, typeof bounty.$inferSelect>()

beforeAll(async () => {
  database = await createTestDatabase()
  for (const state of bountyStates)
    inState.set(state, await insertBounty(database.db, state, { postIsFinal: false }))
})
afterAll(() => database.close())

const hash = () => new Uint8Array(randomBytes(32))
const rowIn = (state: BountyState) => inState.get(state)!

test('a bounty takes exactly the changes of state that the lifecycle has', async () => {
  const legal = new Set(bountyEvents.flatMap(movesOf).map(({ from, to }) => `${from} ${to}`))
  const taken: string[] = []
  for (const from of bountyStates)
    for (const to of bountyStates) {
      if (from === to) continue
      const refusal = await refusalOf(database.db, (tx) =>
        tx
          .update(bounty)
          .set(columnsOf(to))
          .where(eq(bounty.bountyId, rowIn(from).bountyId)),
      )
      if (refusal === undefined) taken.push(`${from} ${to}`)
      else expect(refusal).toMatch(/cannot go from|has ended/)
    }
  expect(taken.sort()).toEqual([...legal].sort())
})

test('a bounty begins paid', async () => {
  const { postChainTxId: _, ...row } = rowIn('paid')
  for (const state of bountyStates.filter((one) => one !== 'paid'))
    expect(
      await refusalOf(database.db, (tx) =>
        tx.insert(bounty).values({ ...row, ...columnsOf(state), bountyId: 'new' }),
      ),
    ).toContain('must begin as paid')
})

test('a bounty that has ended cannot be changed, and no bounty can be deleted', async () => {
  for (const state of bountyStates) {
    const byId = eq(bounty.bountyId, rowIn(state).bountyId)
    const refusal = await refusalOf(database.db, (tx) => tx.update(bounty).set({ postTries: 9 }).where(byId))
    if (isEnded(state)) expect(refusal).toContain('has ended')
    else expect(refusal).toBeUndefined()
    expect(await refusalOf(database.db, (tx) => tx.delete(bounty).where(byId))).toContain('never deleted')
  }
})

test.each([
  ['bounty_id', { bountyId: 'another' }],
  ['title', { title: 'Another' }],
  ['brief', { brief: 'Something else altogether' }],
  ['amount', { amountUsdc: 51 }],
  ['deadline', { deadline: new Date('2026-12-02T12:00:00Z') }],
  ['network', { chainId: 5042 }],
  ['payer', { payer: `0x${'11'.repeat(20)}` }],
  ['reference', { ref: hash() }],
  ['payment', { paymentId: 1_000_000 }],
  ['payment_tx', { paymentTx: hash() }],
  ['payment’s time', { paidAt: new Date('2026-11-25T12:00:00Z') }],
])('a bounty never changes its %s', async (_, change) => {
  for (const state of ['paid', 'open', 'accepting'] as const)
    expect(
      await refusalOf(database.db, (tx) =>
        tx
          .update(bounty)
          .set(change)
          .where(eq(bounty.bountyId, rowIn(state).bountyId)),
      ),
    ).toContain('terms')
})

test('a bounty has an end if and only if it has the transaction of that end', async () => {
  const ends = [
    ['accepting', { ...columnsOf('accepted'), acceptTx: null }, 'bounty_released_has_tx'],
    ['cancelling', { ...columnsOf('cancelled'), payoutTx: null }, 'bounty_paid_out_has_tx'],
    ['expired', { ...columnsOf('expired_refunded'), payoutTx: null }, 'bounty_paid_out_has_tx'],
    ['creating', { ...columnsOf('failed'), payoutTx: null }, 'bounty_paid_out_has_tx'],
    ['open', { payoutTx: hash() }, 'bounty_paid_out_has_tx'],
    ['accepting', { acceptTx: hash() }, 'bounty_released_has_tx'],
    ['creating', { ...columnsOf('open'), onchainId: null }, 'bounty_posted_has_number'],
    ['creating', { ...columnsOf('open'), createTx: null }, 'bounty_posted_has_number'],
    ['open', { ...columnsOf('accepting'), acceptedSubmissionId: null }, 'bounty_accepted_one'],
  ] as const
  for (const [from, change, constraint] of ends)
    expect(
      await refusalOf(database.db, (tx) =>
        tx
          .update(bounty)
          .set(change)
          .where(eq(bounty.bountyId, rowIn(from).bountyId)),
      ),
    ).toContain(constraint)
})

test('a bounty whose post was undone by the chain may be paid back without a number', async () => {
  for (const [from, to] of [
    ['cancelling', 'cancelled'],
    ['expired', 'expired_refunded'],
  ] as const)
    expect(
      await refusalOf(database.db, (tx) =>
        tx
          .update(bounty)
          .set({ ...columnsOf(to), onchainId: null, createTx: null })
          .where(eq(bounty.bountyId, rowIn(from).bountyId)),
      ),
    ).toBeUndefined()
})

test('a final number in the contract belongs to one bounty', async () => {
  const other = rowIn('accepting')
  expect(
    await refusalOf(database.db, async (tx) => {
      for (const { bountyId } of [other, rowIn('open')])
        await tx
          .update(bounty)
          .set({ onchainId: other.onchainId, postIsFinal: true })
          .where(eq(bounty.bountyId, bountyId))
    }),
  ).toContain('bounty_onchain_id')
})

test('the escrow contract and number of a bounty never change once they are final', async () => {
  const { bountyId } = rowIn('accepting')
  for (const change of [
    { escrow: `0x${'e5'.repeat(20)}` },
    { onchainId: 4_711 },
    { createTx: hash() },
    { postIsFinal: false },
  ])
    expect(
      await refusalOf(database.db, async (tx) => {
        await tx.update(bounty).set({ postIsFinal: true }).where(eq(bounty.bountyId, bountyId))
        await tx.update(bounty).set(change).where(eq(bounty.bountyId, bountyId))
      }),
    ).toContain('number of bounty')
})

test('only an accept chooses the submission of a bounty', async () => {
  for (const state of ['open', 'accepting', 'cancelling', 'expired'] as const)
    expect(
      await refusalOf(database.db, (tx) =>
        tx
          .update(bounty)
          .set({ acceptedSubmissionId: 'another submission' })
          .where(eq(bounty.bountyId, rowIn(state).bountyId)),
      ),
    ).toContain('only be set by accepting')
})
