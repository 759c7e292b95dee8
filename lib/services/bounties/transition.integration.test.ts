import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentToken, bounty } from '#db/schema/bounty'
import { event as eventTable } from '#db/schema/service'
import type { Tx } from '#lib/adapters/db'
import { type BountyState, bountyEvents, bountyStates, isEnded, movesOf } from '#lib/domain/bounty'
import { insertBounty } from '#lib/sandbox/testing/bounty-rows'
import { createTestDatabase, type TestDatabase } from '#lib/sandbox/testing/database'
import { type BountyRow, begin, transition } from '#lib/services/bounties/transition'

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

let lastNumber = 1_000_000

/** What a row has to hold in a state, and no more: so that only the change of state can be at fault. */
function columnsOf(state: BountyState) {
  lastNumber += 1
  const paidOut = state === 'cancelled' || state === 'expired_refunded' || state === 'failed'
  return {
    state,
    onchainId: lastNumber,
    createTx: hash(),
    ...(state === 'accepting' ? { acceptedSubmissionId: 'a submission' } : {}),
    acceptTx: state === 'accepted' ? hash() : null,
    payoutTx: paidOut ? hash() : null,
  }
}

/** Does something in a transaction that is rolled back, and answers why it was refused, if it was. */
async function refusalOf(act: (tx: Tx) => Promise<unknown>): Promise<string | undefined> {
  let refusal: string | undefined
  await database.db
    .transaction(async (tx) => {
      await act(tx)
      await tx.execute(sql`set constraints all immediate`)
      throw new RolledBack()
    })
    .catch((error: Error) => {
      if (!(error instanceof RolledBack)) refusal = String(error.cause ?? error)
    })
  return refusal
}
class RolledBack extends Error {}

function eventsOf(bountyId: string) {
  return database.db
    .select({ name: eventTable.name, data: eventTable.data })
    .from(eventTable)
    .where(and(eq(eventTable.subject, 'bounty'), eq(eventTable.subjectId, bountyId)))
    .orderBy(eventTable.id)
}

describe('whatever writes to it, the database', () => {
  test('takes exactly the changes of state that the lifecycle has', async () => {
    const legal = new Set(bountyEvents.flatMap(movesOf).map(({ from, to }) => `${from} ${to}`))
    const taken: string[] = []
    for (const from of bountyStates)
      for (const to of bountyStates) {
        if (from === to) continue
        const refusal = await refusalOf((tx) =>
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

  test('begins none but paid', async () => {
    const { postChainTxId: _, ...row } = rowIn('paid')
    for (const state of bountyStates.filter((one) => one !== 'paid'))
      expect(
        await refusalOf((tx) => tx.insert(bounty).values({ ...row, ...columnsOf(state), bountyId: 'new' })),
      ).toContain('begins paid')
  })

  test('changes none that has ended, and deletes none', async () => {
    for (const state of bountyStates) {
      const byId = eq(bounty.bountyId, rowIn(state).bountyId)
      const refusal = await refusalOf((tx) => tx.update(bounty).set({ postTries: 9 }).where(byId))
      if (isEnded(state)) expect(refusal).toContain('has ended')
      else expect(refusal).toBeUndefined()
      expect(await refusalOf((tx) => tx.delete(bounty).where(byId))).toContain('never deleted')
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
  ])('never changes its %s', async (_, change) => {
    for (const state of ['paid', 'open', 'accepting'] as const)
      expect(
        await refusalOf((tx) =>
          tx
            .update(bounty)
            .set(change)
            .where(eq(bounty.bountyId, rowIn(state).bountyId)),
        ),
      ).toContain('terms')
  })

  test('has an end written down only with its transaction, and no transaction without its end', async () => {
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
        await refusalOf((tx) =>
          tx
            .update(bounty)
            .set(change)
            .where(eq(bounty.bountyId, rowIn(from).bountyId)),
        ),
      ).toContain(constraint)
  })

  test('lets one end without a number when its post was undone and paid back', async () => {
    for (const [from, to] of [
      ['cancelling', 'cancelled'],
      ['expired', 'expired_refunded'],
    ] as const)
      expect(
        await refusalOf((tx) =>
          tx
            .update(bounty)
            .set({ ...columnsOf(to), onchainId: null, createTx: null })
            .where(eq(bounty.bountyId, rowIn(from).bountyId)),
        ),
      ).toBeUndefined()
  })

  test('gives a final number of the contract to one bounty', async () => {
    const other = rowIn('accepting')
    expect(
      await refusalOf(async (tx) => {
        for (const { bountyId } of [other, rowIn('open')])
          await tx
            .update(bounty)
            .set({ onchainId: other.onchainId, postIsFinal: true })
            .where(eq(bounty.bountyId, bountyId))
      }),
    ).toContain('bounty_onchain_id')
  })

  test('keeps the number of a bounty once it is final', async () => {
    const { bountyId } = rowIn('accepting')
    for (const change of [{ onchainId: 4_711 }, { createTx: hash() }, { postIsFinal: false }])
      expect(
        await refusalOf(async (tx) => {
          await tx.update(bounty).set({ postIsFinal: true }).where(eq(bounty.bountyId, bountyId))
          await tx.update(bounty).set(change).where(eq(bounty.bountyId, bountyId))
        }),
      ).toContain('number of bounty')
  })

  test('lets nobody choose another submission after the accept, nor one before it', async () => {
    for (const state of ['open', 'accepting', 'cancelling', 'expired'] as const)
      expect(
        await refusalOf((tx) =>
          tx
            .update(bounty)
            .set({ acceptedSubmissionId: 'another submission' })
            .where(eq(bounty.bountyId, rowIn(state).bountyId)),
        ),
      ).toContain('chosen by its accept alone')
  })

  test('changes no settled payment, no terms of any, and no token', async () => {
    const { paymentId, bountyId } = rowIn('paid')
    const update = (set: string) =>
      refusalOf((tx) => tx.execute(sql`update payment set ${sql.raw(set)} where id = ${paymentId}`))
    expect(await update(`state = 'failed'`)).toContain('once settled')
    expect(await update(`settle_tx = '\\x01'`)).toContain('once settled')
    expect(await update(`state = state`)).toBeUndefined()
    expect(
      await refusalOf(async (tx) => {
        const [other] = await tx.execute<{ id: string }>(sql`
          insert into payment (network, asset, payer, nonce, pay_to, amount_atomic, valid_before, operation, request_hash,
                               payload_hash, state, claimed_until)
          select network, asset, payer, 'another', pay_to, amount_atomic, valid_before, operation, request_hash, payload_hash,
                 'claimed', now() from payment where id = ${paymentId} returning id`)
        await tx.execute(sql`update payment set amount_atomic = 1 where id = ${other!.id}`)
      }),
    ).toContain('its terms never change')
    const token = hash()
    expect(
      await refusalOf(async (tx) => {
        await tx.insert(agentToken).values({ tokenHash: token, bountyId })
        await tx.delete(agentToken).where(eq(agentToken.tokenHash, token))
      }),
    ).toContain('agent_token')
  })

  test('refuses a settled order without its bounty, at commit', async () => {
    const { paymentId } = rowIn('paid')
    const settle = (state: 'settled' | 'settling') =>
      database.db.transaction(async (tx) => {
        const [order] = await tx.execute<{ id: string }>(sql`
          insert into payment (network, asset, payer, nonce, pay_to, amount_atomic, valid_before, operation, request_hash,
                               payload_hash, state, claimed_until, settle_tx)
          select network, asset, payer, ${`0x${randomBytes(32).toString('hex')}`}, pay_to, amount_atomic, valid_before,
                 'createBounty', request_hash, payload_hash, ${state}, now(), settle_tx
          from payment where id = ${paymentId}
          returning id`)
        await tx.execute(sql`
          insert into bounty_order (payment_id, title, brief, amount_usdc, deadline_days)
          values (${order!.id}, 'A title', 'What is wanted, in some words', 50, 7)`)
      })
    await expect(settle('settling')).resolves.toBeUndefined()
    await expect(settle('settled')).rejects.toThrow('is settled and has no bounty')
  })
})

describe('the writer of states', () => {
  test('goes along every arrow, leaves one entry in the log, and says where it came to', async () => {
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

  test('does nothing where an event cannot happen', async () => {
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

  test('does nothing when the guard does not hold, or the bounty is unknown', async () => {
    const { bountyId } = rowIn('open')
    const move = (id: string, where = sql`true`) =>
      database.db.transaction((tx) => transition({ tx, bountyId: id, event: 'cancel', where }))
    expect(await move(bountyId, sql`false`)).toBeUndefined()
    expect(await move('unknown')).toBeUndefined()
    expect(await eventsOf(bountyId)).toEqual([])
  })

  test('takes its entry in the log back with the transaction', async () => {
    const { bountyId } = rowIn('open')
    expect(await refusalOf((tx) => transition({ tx, bountyId, event: 'cancel' }))).toBeUndefined()
    expect(await eventsOf(bountyId)).toEqual([])
  })

  test('begins a bounty once, however often and at once it is asked', async () => {
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
      Array.from({ length: 8 }, () => database.db.transaction((tx) => begin({ tx, row }))),
    )
    expect(made.filter((one) => one !== undefined)).toHaveLength(1)
    expect(await eventsOf('begun')).toEqual([{ name: 'paid', data: { state: 'paid' } }])
  })
})
