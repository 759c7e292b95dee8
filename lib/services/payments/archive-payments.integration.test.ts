import type { TransactionSql } from 'postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { archivePayments } from '#lib/services/payments/archive-payments'
import { claimPayment } from '#lib/services/payments/claim-payment'
import { findPayment, loadAnswer } from '#lib/services/payments/find-payment'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import {
  histories,
  insertOldPayment,
  isMovable,
  makeOlder,
  newClaim,
  type OldPayment,
} from '#testing/old-payments'
import { insertPastPayments } from '#testing/past-payments'
import { refusalOf } from '#testing/refusal-of'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database?.close())

const archive = async (input: { atOnce?: number } = {}) => {
  const ctx = { ...database, env: { archiveDays: 90 } as never }
  let archived = 0
  for (let more = true; more; ) {
    const done = await archivePayments({ ctx, input })
    archived += done.archived
    more = done.more
  }
  return archived
}
/** For a move within a transaction of the test. */
const within = (tx: TransactionSql) =>
  ({
    sql: Object.assign((...args: Parameters<TransactionSql>) => tx(...args), {
      begin: (run: (tx: TransactionSql) => unknown) => run(tx),
    }),
    env: { archiveDays: 90 },
  }) as never
const idsIn = async (table: string) =>
  (await database.sql<{ id: string }[]>`select id from ${database.sql(table)} order by 1`).map(({ id }) =>
    Number(id),
  )
const insert = (history: (typeof histories)[number], days = 100) =>
  insertOldPayment(database, { history, days })

test('a payment for a look-up moves 90 days after it was settled, and not before', async () => {
  const [old, young] = [await insert('settled', 92), await insert('settled', 89)]
  expect(await archive()).toBe(1)
  expect(await idsIn('archived_payment')).toEqual([old.id])
  expect(await idsIn('payment')).toEqual([young.id])
  await makeOlder(database.sql, { ids: [young.id], days: 3 })
  expect(await archive()).toBe(1)
  expect(await idsIn('payment')).toEqual([])
})

test('nothing else ever moves: orders, bounties, named payments, and those that are not settled for good', async () => {
  const inserted = []
  for (const history of histories) inserted.push(await insert(history))
  const movable = inserted.filter(({ history }) => isMovable(history)).map(({ id }) => id)
  expect(await archive({ atOnce: 3 })).toBe(movable.length)
  expect(await idsIn('archived_payment')).toEqual(movable)
  const stays = inserted.filter(({ history }) => !isMovable(history)).map(({ id }) => id)
  expect(await idsIn('payment')).toEqual(stays)
  expect(await archive()).toBe(0)
})

test('a payment is read from the archive exactly as it was, with its answer and its transaction', async () => {
  const paid = await insert('settled')
  const find = () => findPayment({ ctx: database, input: paid.key })
  const sent = async () =>
    (await database.sql`select * from settlement_journal where payer = ${paid.key.payer}`)[0]
  const before = [await find(), await sent(), await loadAnswer({ ctx: database, paymentId: paid.id })]
  expect(before[0]).toMatchObject({ id: paid.id, state: 'settled', settleTx: paid.transaction })
  await archive()
  expect(await idsIn('payment')).toEqual([])
  expect((await database.sql`select from settlement`).count).toBe(0)
  const after = [await find(), await sent(), await loadAnswer({ ctx: database, paymentId: paid.id })]
  expect(after).toEqual(before)
})

test('amounts and times that any token knows move without loss', async () => {
  const most = 2n ** 256n - 1n
  const changes = { amountAtomic: most, validBefore: most, network: 'eip155:5042' }
  const paid = await insertOldPayment(database, { history: 'settledElsewhere', days: 100, changes })
  await archive()
  const [row] = await database.sql<{ amount: string; valid: string }[]>`
    select amount_atomic::text as amount, valid_before::text as valid from payment_journal where id = ${paid.id}`
  expect(row).toEqual({ amount: String(most), valid: String(most) })
})

test('a payment that the archive could not give back exactly stays', async () => {
  await insertOldPayment(database, {
    history: 'settledElsewhere',
    days: 100,
    changes: { payTo: `0x${'0E'.repeat(20)}` },
  })
  await insertOldPayment(database, {
    history: 'settledElsewhere',
    days: 100,
    changes: { network: 'eip155:08453' },
  })
  expect(await archive()).toBe(0)
})

test('while payments move, each is found exactly once at any moment', async () => {
  const paid: OldPayment[] = []
  for (let count = 0; count < 40; count += 1) paid.push(await insert('settledElsewhere'))
  const found: number[] = []
  let moving = true
  const looking = async () => {
    while (moving) {
      const rows = await Promise.all(paid.map(({ key }) => findPayment({ ctx: database, input: key })))
      found.push(rows.filter((row) => row?.state === 'settled').length)
    }
  }
  const lookers = [looking(), looking()]
  await archive({ atOnce: 1 })
  moving = false
  await Promise.all(lookers)
  expect(new Set(found)).toEqual(new Set([40]))
  expect(await idsIn('archived_payment')).toHaveLength(40)
})

test('a payment that is shown while it moves is found before and after the commit', async () => {
  const paid = await insert('settledElsewhere')
  const { sql } = database
  await sql.begin(async (tx) => {
    expect(await archivePayments({ ctx: within(tx) })).toMatchObject({ archived: 1 })
    // Not committed yet.
    expect(await findPayment({ ctx: database, input: paid.key })).toMatchObject({ id: paid.id })
    expect(await idsIn('archived_payment')).toEqual([])
  })
  expect(await findPayment({ ctx: database, input: paid.key })).toMatchObject({
    id: paid.id,
    state: 'settled',
  })
})

test('a payment that was claimed within a day of real time is not archived, also if the clock of the sandbox is ahead', async () => {
  const paid = await insert('settledElsewhere')
  await makeOlder(database.sql, { ids: [paid.id], days: -100, columns: ['claimed_until'] })
  expect(await archive()).toBe(0)
})

test('several workers at once move each payment once', async () => {
  for (let count = 0; count < 30; count += 1) await insert('settled')
  const moved = await Promise.all([1, 2, 3].map(() => archive({ atOnce: 2 })))
  expect(moved.reduce((sum, count) => sum + count, 0) + (await archive())).toBe(30)
  expect(await idsIn('archived_payment')).toHaveLength(30)
  expect((await database.sql`select from settlement`).count).toBe(0)
})

test.each(['insert', 'delete of the settlement', 'delete', 'progress'])(
  'a worker that dies at its %s leaves nothing half done, and the next one continues',
  async (at) => {
    const paid = await insert('settled')
    const { sql } = database
    const triggers: Record<string, [table: string, when: string]> = {
      insert: ['archived_payment', 'after insert'],
      'delete of the settlement': ['settlement', 'after delete'],
      delete: ['payment', 'after delete'],
      progress: ['archive_progress', 'after update'],
    }
    const [table, when] = triggers[at]!
    // Ends the connection of the worker there, as the death of its process does.
    await sql.unsafe(`
      create function die() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
      create trigger die ${when} on ${table} for each row execute function die()`)
    await expect(archive()).rejects.toThrow()
    expect(await idsIn('payment')).toEqual([paid.id])
    expect(await idsIn('archived_payment')).toEqual([])
    expect((await sql`select from settlement`).count).toBe(1)
    await sql.unsafe(`drop trigger die on ${table}`)
    expect(await archive()).toBe(1)
    expect(await findPayment({ ctx: database, input: paid.key })).toMatchObject({ id: paid.id })
  },
)

test('nothing moves while the service is frozen', async () => {
  await insert('settled')
  await database.sql`insert into service_freeze (cause, reason) values ('operator', 'a test')`
  await expect(archive()).rejects.toThrow('frozen')
  expect(await idsIn('archived_payment')).toEqual([])
})

/** Writes the row of the archive for a payment, with some columns changed. */
const copyOf = (id: number, changes: object = {}) => `
  insert into archived_payment
  select (jsonb_populate_record(null::archived_payment, to_jsonb(row) || '${JSON.stringify(changes)}')).*
  from (select *, split_part(network, ':', 2)::int as chain_id, decode(substr(asset, 3), 'hex') as asset_bytes from payment) as p,
    lateral (
      select p.id, p.created_at, p.closed_at, p.claimed_until, p.looked_at, p.chain_id, p.attempt, p.asset_bytes as asset,
             decode(substr(p.payer, 3), 'hex') as payer, decode(substr(p.pay_to, 3), 'hex') as pay_to,
             decode(substr(p.nonce, 3), 'hex') as nonce, p.request_hash, p.payload_hash, p.settle_tx, p.amount_atomic,
             p.valid_before, p.operation
    ) as row
  where p.id = ${id}`
const removal = (id: number) => `delete from payment where id = ${id}`

test('a payment leaves the journal only for the archive, which has each value of it', async () => {
  const [paid, failed] = [await insert('settledElsewhere'), await insert('failed')]
  const stays = 'it stays in the journal'
  expect(await refusalOf(database.db, removal(paid.id))).toContain(stays)
  expect(await refusalOf(database.db, removal(failed.id))).toContain(stays)
  expect(await refusalOf(database.db, copyOf(paid.id), removal(paid.id))).toBeUndefined()
  const time = '2026-01-01T00:00:00Z'
  for (const change of [
    ...[{ attempt: 9 }, { chain_id: 1 }, { amount_atomic: 1 }, { valid_before: 1 }, { operation: 'other' }],
    ...['payer', 'asset', 'pay_to', 'nonce', 'request_hash', 'payload_hash', 'settle_tx'].map((column) => ({
      [column]: '\\x01',
    })),
    ...['created_at', 'closed_at', 'claimed_until', 'looked_at'].map((column) => ({ [column]: time })),
  ])
    expect(await refusalOf(database.db, copyOf(paid.id, change), removal(paid.id))).toContain(stays)
})

test('the archive never changes, and no commit leaves a payment in both tables', async () => {
  const [paid, young] = [await insert('settledElsewhere'), await insert('settledElsewhere', 10)]
  await archive()
  expect(await idsIn('archived_payment')).toEqual([paid.id])
  expect(await refusalOf(database.db, 'delete from archived_payment')).toContain('never changed')
  expect(await refusalOf(database.db, 'update archived_payment set attempt = 2')).toContain('never changed')
  await expect(database.sql.unsafe(copyOf(young.id))).rejects.toThrow('still in the journal')
})

test('an archive that was empty is read through its index as soon as it grows, without waiting for autovacuum', async () => {
  const { sql } = database
  await sql`vacuum analyze archived_payment`
  const plan = async () => {
    const rows = await sql.unsafe(`explain select id from payment_journal where nonce = '0x01'`)
    return rows.map((row) => row['QUERY PLAN']).join(' ')
  }
  expect(await plan()).toContain('Seq Scan on archived_payment')
  await insertPastPayments(sql, { count: 1_000 })
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = 'replica'`
    for (const column of ['created_at', 'closed_at', 'claimed_until'])
      await tx.unsafe(`update payment set ${column} = ${column} - interval '100 days'`)
  })
  expect(await archive({ atOnce: 100 })).toBe(1_000)
  expect(await plan()).toContain('archived_payment_nonce')
})

test('a claim of another authorization is not held up by a move', async () => {
  const paid = await insert('settledElsewhere')
  await database.sql.begin(async (tx) => {
    await archivePayments({ ctx: within(tx) })
    expect(await claimPayment({ ctx: database, input: newClaim({ payer: paid.key.payer }) })).toBeDefined()
    const nonce = { ...newClaim(), nonce: paid.key.nonce }
    expect(await claimPayment({ ctx: database, input: nonce })).toBeDefined()
  })
  expect(await idsIn('archived_payment')).toEqual([paid.id])
})
