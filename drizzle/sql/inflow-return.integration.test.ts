import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { refusalOf } from '#testing/refusal-of'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.sql`
    insert into inflow_return (chain_id, tx_hash, log_index, sender, amount_atomic, nonce, tries)
    values (8453, '\\x01', 0, '0x01', 1000000, '\\x02', 1)`
})
afterAll(() => database.close())

const refused = (...statements: string[]) => refusalOf(database.db, ...statements)
const set = (change: string) => `update inflow_return set ${change}`
const complete = set(`state = 'returned', done_tx = '\\x03', done_at = now()`)

test.each([
  `chain_id = 5042`,
  `tx_hash = '\\x09'`,
  `log_index = 1`,
  `sender = '0x09'`,
  `amount_atomic = 2000000`,
  `"authorization" = '\\x09'`,
  `nonce = '\\x09'`,
])('the terms of a return never change: %s', async (change) => {
  expect(await refused(set(change))).toContain('terms of a return never change')
})

test('a return is completed or withdrawn, both finally, and its tries never decrease', async () => {
  const withdraw = set(`state = 'withdrawn'`)
  expect(await refused(complete)).toBeUndefined()
  expect(await refused(complete, set(`hindrance = 'other'`))).toContain('completed return never changes')
  expect(await refused(withdraw)).toBeUndefined()
  expect(await refused(withdraw, complete)).toContain('cannot be completed')
  expect(await refused(set('tries = 0'))).toContain('never decreases')
})

test('no return is deleted', async () => {
  expect(await refused('delete from inflow_return')).toContain('never deleted')
})
