import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { event as eventTable } from '#db/schema/service'
import { type BountyState, bountyEvents, bountyStates, movesOf } from '#lib/domain/bounty/bounty'
import { type BountyRow, beginBounty, transition } from '#lib/services/bounties/transition'
import { columnsOf, insertBounty } from '#testing/bounty-rows'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { refusalOf } from '#testing/refusal-of'

let database: TestDatabase
const inState = new Map<BountyState, BountyRow>()

beforeAll(async () => {
  database = await createTestDatabase()
  for (const state of bountyStates)
    inState.set(state, await insertBounty(database.db, state, { postIsFinal: false }))
})
afterAll(() => database.close())

const hash = () => new Uint8Array(randomBytes(32))
const rowIn = (state: BountyState) => inState.get(state)!

function eventsOf(bountyId: string) {
  return database.db
    .select({ name: eventTable.name, data: eventTable.data })
    .from(eventTable)
    .where(and(eq(eventTable.subject, 'bounty'), eq(eventTable.subjectId, bountyId)))
    .orderBy(eventTable.id)
}

describe('the writer of states', () => {
  test('makes every transition, writes one entry to the log, and returns the new state', async () => {
    for (const event of bountyEvents)
      for (const { from, to } of movesOf(event)) {
        const { bountyId } = await insertBounty(database.db, from, { postIsFinal: false })
        const { state: _, ...set } = columnsOf(to)
        const moved = await database.db.transaction((tx) =>
          transition({ tx, bountyId, event, set, data: { why: 'a test' } }),
        )
        expect(moved).toMatchObject({ bountyId, state: to })
        expect(await eventsOf(bountyId)).toEqual([{ name: event, data: { state: to, why: 'a test' } }])
      }
  })

  test('does nothing for an event that is invalid in the state', async () => {
    for (const event of bountyEvents) {
      const here = new Set(movesOf(event).map(({ from }) => from))
      for (const state of bountyStates.filter((one) => !here.has(one))) {
        const { bountyId } = rowIn(state)
        const moved = await database.db.transaction((tx) => transition({ tx, bountyId, event }))
        expect(moved).toBeUndefined()
        expect(await eventsOf(bountyId)).toEqual([])
      }
    }
  })

  test('does nothing if the guard fails or the bounty is unknown', async () => {
    const { bountyId } = rowIn('open')
    const move = (id: string, where = sql`true`) =>
      database.db.transaction((tx) => transition({ tx, bountyId: id, event: 'cancel', where }))
    expect(await move(bountyId, sql`false`)).toBeUndefined()
    expect(await move('unknown')).toBeUndefined()
    expect(await eventsOf(bountyId)).toEqual([])
  })

  test('rolls its log entry back with the transaction', async () => {
    const { bountyId } = rowIn('open')
    expect(
      await refusalOf(database.db, (tx) => transition({ tx, bountyId, event: 'cancel' })),
    ).toBeUndefined()
    expect(await eventsOf(bountyId)).toEqual([])
  })

  test('begins a bounty once for many concurrent calls', async () => {
    const { bountyId: like, paymentId: _, state: __, ...terms } = rowIn('paid')
    const [paid] = await database.db.execute<{ id: string }>(sql`
      insert into payment (network, asset, payer, nonce, pay_to, amount_atomic, valid_before, operation, request_hash,
                           payload_hash, state, claimed_until, settle_tx)
      select network, asset, payer, ${`0x${randomBytes(32).toString('hex')}`}, pay_to, amount_atomic, valid_before, operation,
             request_hash, payload_hash, state, now(), settle_tx
      from payment where id = (select payment_id from bounty where bounty_id = ${like})
      returning id`)
    const row = { ...terms, bountyId: 'begun', paymentId: Number(paid!.id), ref: hash() }
    const made = await Promise.all(
      Array.from({ length: 8 }, () => database.db.transaction((tx) => beginBounty({ tx, row }))),
    )
    expect(made.filter((one) => one !== undefined)).toHaveLength(1)
    expect(await eventsOf('begun')).toEqual([{ name: 'paid', data: { state: 'paid' } }])
  })
})
