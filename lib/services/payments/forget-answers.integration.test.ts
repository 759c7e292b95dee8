import { randomBytes } from 'node:crypto'
import { bytesToHex } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listPartitions } from '#lib/adapters/partitions'
import { claimPayment, reclaimPayment } from '#lib/services/payments/claim-payment'
import { markFailed, markSettled } from '#lib/services/payments/close-payment'
import { loadAnswer } from '#lib/services/payments/find-payment'
import { forgetAnswers } from '#lib/services/payments/forget-answers'
import { storeAnswer } from '#lib/services/payments/store-result'
import { createTestDatabase, type TestDatabase } from '#testing/database'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database?.close())

const answer = { status: 200, body: '{"observations":[]}' }
const transaction = bytesToHex(randomBytes(32))
const forever = 2n ** 256n - 1n

const forget = () => forgetAnswers({ ctx: database })
const answerOf = (paymentId: number) => loadAnswer({ ctx: database, paymentId })
const inDefault = async () =>
  (await database.sql<{ id: string }[]>`select payment_id as id from payment_answer_default order by 1`).map(
    ({ id }) => Number(id),
  )
const partitions = () => listPartitions(database.sql, 'payment_answer')

async function sell(validBefore = 1n): Promise<{ id: number; attempt: number; createdAt: Date }> {
  const claim = await claimPayment({
    ctx: database,
    input: {
      network: 'eip155:8453',
      asset: `0x${'a5'.repeat(20)}`,
      payer: `0x${'0f'.repeat(20)}`,
      nonce: bytesToHex(randomBytes(32)),
      payTo: `0x${'0e'.repeat(20)}`,
      amountAtomic: 5_000n,
      validBefore,
      operation: 'getObservation',
      requestHash: randomBytes(32),
      payloadHash: randomBytes(32),
    },
  })
  await storeAnswer({ ctx: database, input: { ...claim!, answer, isFlushedLater: false } })
  return claim!
}

async function sellAndSettle(): Promise<number> {
  const { id } = await sell()
  await markSettled({ ctx: database, input: { id, transaction } })
  return id
}

async function closedHoursAgo(hours: number, ...ids: number[]): Promise<void> {
  await database.sql.begin(async (tx) => {
    await tx`set local session_replication_role = 'replica'`
    await tx`
      update payment set closed_at = service_now() - make_interval(hours => ${hours}) where id in ${tx(ids)}`
  })
}

/** The next payments get the first ids after those of all partitions. */
async function fillPartitions(): Promise<void> {
  const last = (await partitions()).at(-1)!
  await database.sql`select setval(pg_get_serial_sequence('payment', 'id'), ${String(last.to)}::bigint)`
}

test('answers are stored in partitions that were added ahead, and found by their payment', async () => {
  expect(await forget()).toEqual({ added: 2, dropped: 0, deleted: 0 })
  const ids = [await sellAndSettle(), await sellAndSettle()]
  expect(await inDefault()).toEqual([])
  for (const id of ids) expect(await answerOf(id)).toEqual(answer)
  expect(await forget()).toEqual({ added: 1, dropped: 0, deleted: 0 })
  expect(await forget()).toEqual({ added: 0, dropped: 0, deleted: 0 })
})

test('an answer is stored for a day after its payment was settled, also if its partition is dropped before', async () => {
  await forget()
  const ids = [await sellAndSettle(), await sellAndSettle()]
  await fillPartitions()
  await closedHoursAgo(23, ...ids)
  // Both partitions are full, and the second one is empty. The answers of the first are still needed, so they are moved.
  expect(await forget()).toMatchObject({ dropped: 2, deleted: 0 })
  for (const id of ids) expect(await answerOf(id)).toEqual(answer)
  await closedHoursAgo(25, ids[0]!)
  expect(await forget()).toMatchObject({ dropped: 0, deleted: 1 })
  expect(await answerOf(ids[0]!)).toBeUndefined()
  expect(await answerOf(ids[1]!)).toEqual(answer)
})

test('an answer that may still be claimed is never deleted, however old it is', async () => {
  await forget()
  const settling = await sell()
  const failed = await sell(forever)
  await markFailed({ ctx: database, input: { ...failed, reason: 'insufficient_funds' } })
  const unwatched = await sell(forever)
  await markFailed({ ctx: database, input: { ...unwatched, reason: 'insufficient_funds' } })
  const expired = await sell()
  await markFailed({ ctx: database, input: { ...expired, reason: 'insufficient_funds' } })
  const again = await sell(forever)
  await markFailed({ ctx: database, input: { ...again, reason: 'insufficient_funds' } })
  await reclaimPayment({ ctx: database, id: again.id, attempt: again.attempt })
  await database.sql`update payment set created_at = service_now() - interval '90 days'`
  await closedHoursAgo(2_000, unwatched.id, expired.id)
  await fillPartitions()
  await forget()
  await forget()
  const needed = [settling, failed, unwatched, again].map(({ id }) => id)
  expect(await inDefault()).toEqual(needed)
  for (const id of needed) expect(await answerOf(id)).toEqual(answer)
  expect(await answerOf(expired.id)).toBeUndefined()
})

test('a payment whose partition was dropped can be sold again, and its answer is stored', async () => {
  await forget()
  const claim = await sell()
  await markFailed({ ctx: database, input: { ...claim, reason: 'insufficient_funds' } })
  await closedHoursAgo(25, claim.id)
  await fillPartitions()
  await forget()
  expect(await answerOf(claim.id)).toBeUndefined()
  const again = (await reclaimPayment({ ctx: database, id: claim.id, attempt: claim.attempt }))!
  expect(await storeAnswer({ ctx: database, input: { ...again, answer, isFlushedLater: false } })).toBe(true)
  expect(await answerOf(claim.id)).toEqual(answer)
})

test('without partitions, because no worker ran, answers are stored and deleted as well', async () => {
  const [old, young] = [await sellAndSettle(), await sellAndSettle()]
  await closedHoursAgo(25, old)
  expect(await forget()).toMatchObject({ deleted: 1 })
  expect(await answerOf(old)).toBeUndefined()
  expect(await answerOf(young)).toEqual(answer)
  // Payments have passed all partitions.
  await fillPartitions()
  const late = await sellAndSettle()
  expect(await inDefault()).toEqual([young, late])
  await forget()
  expect(await answerOf(late)).toEqual(answer)
  expect((await partitions()).every(({ from }) => from > BigInt(late))).toBe(true)
})

test('two workers at once change the partitions once, and payments go on meanwhile', async () => {
  const sold: number[] = []
  const selling = (async () => {
    for (let at = 0; at < 30; at += 1) sold.push(await sellAndSettle())
  })()
  const results = await Promise.all([forget(), forget(), forget()])
  await selling
  const added = results.reduce((sum, each) => sum + each.added, 0)
  expect(await partitions()).toHaveLength(added)
  // A third one if a worker looked after the first of these payments had its id.
  expect([2, 3]).toContain(added)
  for (const id of sold) expect(await answerOf(id)).toEqual(answer)
})

test('a change of partitions that has to wait for the table gives up quickly, so that others are not blocked, and is tried again', async () => {
  await forget()
  const id = await sellAndSettle()
  await closedHoursAgo(25, id)
  await fillPartitions()
  const gaveUp = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  const pause = () => {
    gaveUp.resolve()
    return free.promise
  }
  const forgetting = await database.sql.begin(async (tx) => {
    await tx`lock table payment_answer in access share mode`
    const running = forgetAnswers({ ctx: database, pause })
    await Promise.race([gaveUp.promise, running])
    expect(await answerOf(id)).toEqual(answer)
    return { running }
  })
  free.resolve()
  expect(await forgetting.running).toMatchObject({ added: 2, dropped: 2 })
  expect(await answerOf(id)).toBeUndefined()
})

test('a failure while a partition is replaced leaves it unchanged', async () => {
  await forget()
  const id = (await sell()).id
  await fillPartitions()
  const before = await partitions()
  // Refuses the move of an answer that is still needed.
  await database.sql`alter table payment_answer_default add constraint nothing check (payment_id < 0) not valid`
  await expect(forget()).rejects.toThrow('nothing')
  expect((await partitions()).slice(0, 2)).toEqual(before)
  expect(await answerOf(id)).toEqual(answer)
  await database.sql`alter table payment_answer_default drop constraint nothing`
  await forget()
  expect(await answerOf(id)).toEqual(answer)
  expect(await inDefault()).toEqual([id])
})
