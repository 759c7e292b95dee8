import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertBounty } from '#testing/bounty-rows'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { refusalOf } from '#testing/refusal-of'

let database: TestDatabase
let paymentId: number
beforeAll(async () => {
  database = await createTestDatabase()
  paymentId = (await insertBounty(database.db, 'paid')).paymentId
})
afterAll(() => database.close())

test('a settled payment never changes, and neither do the terms of any', async () => {
  const update = (set: string) =>
    refusalOf(database.db, (tx) =>
      tx.execute(sql`update payment set ${sql.raw(set)} where id = ${paymentId}`),
    )
  expect(await update(`state = 'failed'`)).toContain('settled and never changes')
  expect(await update(`settle_tx = '\\x01'`)).toContain('settled and never changes')
  expect(await update(`state = state`)).toBeUndefined()
  expect(
    await refusalOf(database.db, async (tx) => {
      const [other] = await tx.execute<{ id: string }>(sql`
        insert into payment (network, asset, payer, nonce, pay_to, amount_atomic, valid_before, operation, request_hash,
                             payload_hash, state, claimed_until)
        select network, asset, payer, 'another', pay_to, amount_atomic, valid_before, operation, request_hash, payload_hash,
               'claimed', now() from payment where id = ${paymentId} returning id`)
      await tx.execute(sql`update payment set amount_atomic = 1 where id = ${other!.id}`)
    }),
  ).toContain('its terms never change')
})

test('a settled order without its bounty is refused at commit', async () => {
  const settle = (state: 'settled' | 'settling') =>
    database.db.transaction(async (tx) => {
      const [order] = await tx.execute<{ id: string }>(sql`
        insert into payment (network, asset, payer, nonce, pay_to, amount_atomic, valid_before, operation, request_hash,
                             payload_hash, state, claimed_until, settle_tx)
        select network, asset, payer, ${`0x${randomBytes(32).toString('hex')}`}, pay_to, amount_atomic, valid_before,
               'createBounty', request_hash, payload_hash, ${state}, now(), settle_tx
        from payment where id = ${paymentId}
        returning id`)
      await tx.execute(sql`
        insert into bounty_order (payment_id, title, brief, amount_usdc, deadline_days)
        values (${order!.id}, 'A title', 'Film the square, slowly', 50, 7)`)
    })
  await expect(settle('settling')).resolves.toBeUndefined()
  await expect(settle('settled')).rejects.toThrow('is settled and has no bounty')
})
