import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertBounty } from '#testing/bounty-rows'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { refusalOf } from '#testing/refusal-of'

/* Deleting the original of a film, which depends on how its bounty ended: `delete-originals.integration.test.ts`. */
let database: TestDatabase
const wallet = `0x${'11'.repeat(20)}`
beforeAll(async () => {
  database = await createTestDatabase()
  const { bountyId } = await insertBounty(database.db, 'open')
  await database.sql`
    insert into submission (submission_id, bounty_id, contributor) values ('sub_1', ${bountyId}, ${wallet})`
  await database.sql`
    insert into upload (upload_id, owner, byte_length, expires_at) values ('up_1', ${wallet}, 1, now())`
  await database.sql`
    insert into submission_file (submission_id, upload_id, sha256, byte_length, cell, captured_at)
    values ('sub_1', 'up_1', decode(repeat('01', 32), 'hex'), 1, 1, now())`
})
afterAll(() => database.close())

const refused = (...statements: string[]) => refusalOf(database.db, ...statements)

test.each([
  `submission set contributor = '0x${'22'.repeat(20)}'`,
  `submission set bounty_id = 'another'`,
  `submission set note = 'another'`,
  `submission set submitted_at = now() + interval '1 day'`,
  `submission_file set upload_id = 'another'`,
  `submission_file set sha256 = decode(repeat('02', 32), 'hex')`,
  `submission_file set byte_length = 2`,
  `submission_file set media_type = 'video/mp4'`,
  `submission_file set cell = 2`,
  `submission_file set captured_at = now() + interval '1 day'`,
  `submission_file set place_from = 'credentials'`,
  `submission_file set time_from = 'credentials'`,
  `submission_file set place_match = 'inside'`,
  `submission_file set time_match = 'after_order'`,
])('what was submitted never changes: %s', async (change) => {
  expect(await refused(`update ${change}`)).toContain('never change')
})

test('neither a submission nor its file is deleted', async () => {
  expect(await refused('delete from submission')).toContain('never deleted')
  expect(await refused('delete from submission_file')).toContain('file of submission sub_1 is never deleted')
})

test('a film is delivered once', async () => {
  const deliver = 'update submission_file set delivered_at = now()'
  expect(await refused(deliver)).toBeUndefined()
  for (const change of ["now() + interval '1 day'", 'null'])
    expect(await refused(deliver, `update submission_file set delivered_at = ${change}`)).toContain(
      'already delivered',
    )
})
