import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertBounty } from '#testing/bounty-rows'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { refusalOf } from '#testing/refusal-of'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  const { bountyId } = await insertBounty(database.db, 'paid')
  await database.sql`insert into event (subject, subject_id, name) values ('tree', '1', 'built')`
  await database.sql`
    insert into operator_action (operator, chain_id, action, subject, subject_id, input, reason, effect, result, request_id)
    values (${`0x${'11'.repeat(20)}`}, 8453, 'retry_bounty', 'bounty', ${bountyId}, '{}', 'a test', 'none', '{}', 'a request')`
  await database.sql`insert into agent_token (token_hash, bounty_id) values ('\\x01', ${bountyId})`
})
afterAll(() => database.close())

test.each([
  ['event', 'name'],
  ['operator_action', 'reason'],
  ['agent_token', 'bounty_id'],
])('a row of %s is never changed or deleted', async (table, column) => {
  for (const statement of [`update ${table} set ${column} = 'other'`, `delete from ${table}`])
    expect(await refusalOf(database.db, statement)).toContain(`rows of ${table} are never changed`)
})
