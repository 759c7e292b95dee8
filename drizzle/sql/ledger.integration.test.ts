import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { refusalOf } from '#testing/refusal-of'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.sql`
    insert into ledger_entry (chain_id, block, tx_hash, log_index, kind, from_address, to_address, amount_atomic)
    values (8453, 1, '\\x01', 0, 'treasury_in', '0x01', '0x02', 1)`
})
afterAll(() => database.close())

const refused = (...statements: string[]) => refusalOf(database.db, ...statements)

test('an entry of the ledger is never changed, and deleted only with `cairn.discard_books`', async () => {
  const discard = `select set_config('cairn.discard_books', 'on', true)`
  const change = `update ledger_entry set amount_atomic = 2`
  const remove = `delete from ledger_entry`
  for (const statement of [change, remove])
    expect(await refused(statement)).toContain('rows of ledger_entry are never changed')
  expect(await refused(discard, change)).toContain('rows of ledger_entry are never changed')
  expect(await refused(discard, remove)).toBeUndefined()
})
