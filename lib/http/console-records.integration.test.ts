import { afterAll, beforeAll, expect, test } from 'vitest'
import { session } from '#db/schema/account'
import { hashToken } from '#lib/adapters/hash-token'
import { isRecordAbsent } from '#lib/http/console-records'
import { insertBounty } from '#testing/bounty-rows'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { openUnchained, type UnchainedContext } from '#testing/unchained-context'
import { origin } from '#testing/unchained-settings'

const wallet = `0x${'0a'.repeat(20)}`
let database: TestDatabase
let ctx: UnchainedContext
let paymentId: number

beforeAll(async () => {
  database = await createTestDatabase()
  ctx = await openUnchained(database.url, { OPERATOR_WALLETS: `eip155:8453:${wallet}` })
  for (const [holder, address] of [
    ['of-an-operator', wallet],
    ['of-another', `0x${'0b'.repeat(20)}`],
  ] as const)
    await ctx.db
      .insert(session)
      .values({ tokenHash: hashToken(holder), address, chainId: 8453, expiresAt: new Date('2100-01-01') })
  paymentId = (await insertBounty(ctx.db, 'open')).paymentId
})
afterAll(async () => {
  await ctx.close()
  await database.close()
})

const asked = (path: string, token?: string) =>
  new Request(origin + path, { headers: token ? { cookie: `__Host-cairn_session=${token}` } : {} })
const isAbsent = (path: string, token?: string) => isRecordAbsent(asked(path, token), async () => ctx)

test('an operator is told that a record of the console does not exist', async () => {
  expect(await isAbsent('/operator/payments/99999', 'of-an-operator')).toBe(true)
  expect(await isAbsent(`/operator/payments/${paymentId}`, 'of-an-operator')).toBe(false)
  expect(await isAbsent('/operator/payments', 'of-an-operator')).toBe(false)
})

test.each([undefined, 'of-another', 'of-nobody'])('nobody else is told it: session %s', async (token) => {
  expect(await isAbsent('/operator/payments/99999', token)).toBe(false)
})

test('a record that could not be looked up does not count as absent', async () => {
  const request = asked('/operator/payments/99999', 'of-an-operator')
  expect(await isRecordAbsent(request, () => undefined)).toBe(false)
  expect(await isRecordAbsent(request, () => Promise.reject(new Error('no database')))).toBe(false)
})
