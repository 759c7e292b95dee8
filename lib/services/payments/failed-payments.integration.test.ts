import { expect, test } from 'vitest'
import { testQuery } from '#testing/observations'
import { createPayer, jsonPost, payingFetch, signPayment, withPayment } from '#testing/paid-service'
import { balance, base, chains, payer, restart, servePayments, service } from '#testing/payment-fixture'

const query = jsonPost(testQuery)

servePayments({ settings: () => ({ WALLET_FAILED_PAYMENTS_PER_DAY: '2' }) })

const queryUrl = () => `${service.url}/api/v1/spatial/query`
const unknownUrl = () => `${service.url}/api/v1/observations/${'0'.repeat(64)}`
const journalled = async (payer: string) => {
  const rows = await service.ctx.sql<{ state: string }[]>`
    select state from payment where payer = ${payer.toLowerCase()} order by id`
  return rows.map(({ state }) => state)
}
// The service reads the set of refused wallets once a second. One that was just started has read nothing.

test('a wallet whose payments bought nothing is refused before another is journalled, and charged nothing', async () => {
  for (let count = 0; count < 2; count++) {
    const header = await signPayment({ url: unknownUrl(), payer, network: base })
    expect((await fetch(unknownUrl(), withPayment({}, header))).status).toBe(404)
  }
  expect(await journalled(payer.address)).toEqual(['void', 'void'])
  await restart()

  const header = await signPayment({ url: queryUrl(), init: query, payer, network: base })
  const refused = await fetch(queryUrl(), withPayment(query, header))
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({
    error: 'rate_limited',
    message: expect.stringMatching(/At most 2 payments of one wallet may fail in a day.*nothing was charged/),
  })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(40_000)
  expect(refused.headers.get('ratelimit-policy')).toBe('"wallet-failed-payments";q=2;w=86400')
  expect(await journalled(payer.address)).toEqual(['void', 'void'])
  expect(await balance()).toBe(1_000_000n)

  // After half a day the wallet has room for one more failure, and the refused payment is accepted.
  await service.ctx.sql`
    update wallet_budget set spent_until = spent_until - interval '13 hours'
    where wallet = ${payer.address.toLowerCase()}`
  await restart()
  expect((await fetch(queryUrl(), withPayment(query, header))).status).toBe(200)
  expect(await balance()).toBe(990_000n)
})

test('nobody uses up the allowance of a wallet whose signature they do not have', async () => {
  const [victim, stranger] = await Promise.all([createPayer(chains), createPayer(chains)])
  for (let count = 0; count < 3; count++) {
    const header = await signPayment({ url: unknownUrl(), payer: stranger, network: base })
    const payload = JSON.parse(Buffer.from(header, 'base64').toString())
    payload.payload.authorization.from = victim.address
    const forged = Buffer.from(JSON.stringify(payload)).toString('base64')
    expect((await fetch(unknownUrl(), withPayment({}, forged))).status).toBe(402)
  }
  await restart()
  expect((await payingFetch(victim, [base])(queryUrl(), query)).status).toBe(200)
})

test('what was paid for is answered again although its payer is refused by now', async () => {
  const header = await signPayment({ url: queryUrl(), init: query, payer, network: base })
  expect((await fetch(queryUrl(), withPayment(query, header))).status).toBe(200)
  await service.ctx.sql`
    insert into wallet_budget (wallet, budget, spent_until)
    values (${payer.address.toLowerCase()}, 'failed_payments', clock_timestamp() + interval '2 days')`
  await restart()
  expect((await fetch(queryUrl(), withPayment(query, header))).status).toBe(200)
  expect((await payingFetch(payer, [base])(queryUrl(), query)).status).toBe(429)
})
