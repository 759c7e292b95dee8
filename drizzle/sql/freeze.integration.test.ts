import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertBounty } from '#testing/bounty-rows'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { refusalOf } from '#testing/refusal-of'

let database: TestDatabase
const newPayment = (nonce: string) => `
  insert into payment (network, asset, payer, nonce, pay_to, amount_atomic, valid_before, operation, request_hash, payload_hash,
                       state, claimed_until)
  values ('eip155:8453', '0x01', '0x02', '${nonce}', '0x03', 1, 1, 'query', '\\x01', '\\x01', 'claimed', now())`
const newTransaction = (key: string) => `
  insert into chain_tx (chain_id, sender, kind, idem_key, recipient, data, state)
  values (8453, '0x01', 'attest', '${key}', '0x02', '\\x', 'queued')`

beforeAll(async () => {
  database = await createTestDatabase()
  await insertBounty(database.db, 'open')
  await database.sql.unsafe(newPayment('0x01'))
  await database.sql.unsafe(newTransaction('before'))
  await database.sql`insert into service_freeze (cause, reason) values ('operator', 'a test')`
})
afterAll(() => database.close())

const replay = `select set_config('cairn.replay', 'on', true)`
const refused = (...statements: string[]) => refusalOf(database.db, ...statements)

describe('while the service is frozen', () => {
  test.each([
    ['a transaction is requested', newTransaction('new')],
    ['a transaction is signed', `update chain_tx set state = 'sent', nonce = 1`],
    [
      'a transaction is replaced',
      `insert into chain_attempt (hash, tx_id, raw, max_fee_per_gas, max_priority_fee_per_gas)
       select '\\x01', id, '\\x01', 1, 1 from chain_tx`,
    ],
    ['a payment is claimed', newPayment('0x02')],
    ['a payment is claimed again', `update payment set attempt = attempt + 1 where state = 'claimed'`],
    ['a payment is sent to be settled', `update payment set state = 'settling' where state = 'claimed'`],
    ['a bounty is accepted', `update bounty set state = 'accepting', accepted_submission_id = 'sub_1'`],
    ['a bounty is cancelled', `update bounty set state = 'cancelling'`],
    ['a bounty is expired', `update bounty set state = 'expired'`],
  ])('%s only by a replay', async (_, statement) => {
    expect(await refused(statement)).toContain('the service is frozen')
    expect(await refused(replay, statement)).toBeUndefined()
  })

  test('the end of a transaction and of a payment is recorded', async () => {
    for (const statement of [
      `update chain_tx set state = 'rejected'`,
      `update payment set state = 'void' where state = 'claimed'`,
    ])
      expect(await refused(statement)).toBeUndefined()
  })
})

test('an ended freeze cannot be changed, and freezes cannot be deleted', async () => {
  const end = `update service_freeze set ended_at = now(), ended_by = 'a test'`
  expect(await refused(end)).toBeUndefined()
  expect(await refused(end, `update service_freeze set ended_at = null, ended_by = null`)).toContain(
    'rows of service_freeze are never changed',
  )
  expect(await refused('delete from service_freeze')).toContain('rows of service_freeze are never changed')
})
