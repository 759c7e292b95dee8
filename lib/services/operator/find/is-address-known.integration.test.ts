import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportCase } from '#db/schema/report'
import { isAddressKnown } from '#lib/services/operator/find/is-address-known'
import { insertBounty } from '#testing/bounty-rows'
import { createTestDatabase, type TestDatabase } from '#testing/database'

let database: TestDatabase
let bounty: Awaited<ReturnType<typeof insertBounty>>
beforeAll(async () => {
  database = await createTestDatabase()
  bounty = await insertBounty(database.db, 'open')
})
afterAll(() => database.close())

const isKnown = (path: string) => isAddressKnown({ ctx: database, input: { path } })

test('the address of a record is known if the record exists', async () => {
  const { bountyId, paymentId } = bounty
  const [report] = await database.db
    .insert(reportCase)
    .values({
      kind: 'bounty',
      subjectId: bountyId,
      bountyId,
      state: 'waiting',
      harm: 1,
      waitingSince: new Date('2026-11-27T10:00:00Z'),
    })
    .returning()
  expect(await isKnown(`/operator/bounties/${bountyId}`)).toBe(true)
  expect(await isKnown(`/operator/payments/${paymentId}`)).toBe(true)
  expect(await isKnown(`/operator/reports/${report!.id}`)).toBe(true)
  expect(await isKnown(`/operator/requests/${randomUUID()}`)).toBe(true)
})

test.each([
  `bounties/bty_${'0'.repeat(32)}`,
  'payments/99999',
  'payments/99999/',
  'payments/abc',
  'payments/99999999999999999999',
  'payments/1%20',
  'chains/transactions/99999',
  'reports/99999',
  'requests/abc',
])('the address /operator/%s is unknown', async (path) => {
  expect(await isKnown(`/operator/${path}`)).toBe(false)
})

test.each(['', '/payments', '/find', '/chains', '/nowhere', '/payments/1/more'])(
  'the address /operator%s is that of no record',
  async (path) => {
    expect(await isKnown(`/operator${path}`)).toBe(true)
  },
)
