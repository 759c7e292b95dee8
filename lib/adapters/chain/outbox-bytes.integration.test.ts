import { afterEach, beforeEach, expect, test } from 'vitest'
import { deleteSentBytes } from '#lib/adapters/chain/outbox'
import { wantedAttempt } from '#lib/adapters/chain/outbox-rows'
import { getTransaction } from '#lib/services/operator/chains/get-transaction'
import { archivePayments } from '#lib/services/payments/archive-payments'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { type History, insertOldPayment } from '#testing/old-payments'
import { openUnchained } from '#testing/unchained-context'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database?.close())

const ctx = () => ({ ...database, env: { archiveDays: 90 } as never })
const remove = async (input = {}) => {
  let deleted = 0
  for (let more = true; more; ) {
    const done = await deleteSentBytes({ ctx: ctx(), input })
    deleted += done.deleted
    more = done.more
  }
  return deleted
}
const insert = async (history: History, days = 100) =>
  (await insertOldPayment(database, { history, days })).chainTxId!
/** The transactions whose calldata and signed bytes are stored. */
const stored = async () => {
  const rows = await database.sql<{ id: string; isWhole: boolean }[]>`
    select t.id, bool_and(length(raw) > 0) = (length(data) > 0) as "isWhole"
    from chain_tx t join chain_attempt a on a.tx_id = t.id group by t.id
    having length(data) > 0 or bool_or(length(raw) > 0) order by 1`
  expect(rows.every(({ isWhole }) => isWhole)).toBe(true)
  return rows.map(({ id }) => Number(id))
}

test('the bytes of a settlement are deleted 90 days after it was final, and its row stays', async () => {
  const [old, unfinished, young] = [
    await insert('settled'),
    await insert('notFinal'),
    await insert('settled', 90),
  ]
  const rest = () => database.sql`
    select id, nonce, state, mined_hash, idem_key, (select array_agg(hash order by hash) from chain_attempt where tx_id = t.id) as hashes
    from chain_tx t order by id`
  const before = await rest()
  expect(await remove({ atOnce: 1 })).toBe(1)
  expect(await stored()).toEqual([unfinished, young])
  expect(await rest()).toEqual(before)
  expect(await remove()).toBe(0)
  await expect(wantedAttempt(database.db, old)).rejects.toThrow('has no signed bytes')
})

test('the bytes of other transactions stay, and those of one that was signed again lately', async () => {
  const [post, signedAgain] = [await insert('settled'), await insert('settled')]
  await database.sql`update chain_tx set kind = 'bounty_post' where id = ${post}`
  await database.sql`
    update chain_attempt set created_at = now() - interval '2 days'
    where hash = (select max(hash) from chain_attempt where tx_id = ${signedAgain})`
  expect(await remove()).toBe(0)
  expect(await stored()).toEqual([post, signedAgain])
})

test('several workers delete the bytes of each transaction once, also while its payment moves', async () => {
  for (let count = 0; count < 20; count += 1) await insert('settled')
  const deleted = await Promise.all([
    remove({ atOnce: 3 }),
    remove({ atOnce: 3 }),
    archivePayments({ ctx: ctx() }).then(() => 0),
  ])
  expect(deleted.reduce((sum, one) => sum + one, 0) + (await remove())).toBe(20)
  expect(await stored()).toEqual([])
})

test('the console says that the call is no longer stored', async () => {
  const id = await insert('settled')
  await remove()
  const context = await openUnchained(database.url)
  try {
    const shown = await getTransaction({ ctx: context, input: { id } })
    expect(shown.calls).toMatchObject([{ call: 'no longer stored', arguments: [] }])
    expect(shown.belongs_to).toHaveLength(1)
  } finally {
    await context.close()
  }
})
