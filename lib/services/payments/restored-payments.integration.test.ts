import { createSIWxPayload, encodeSIWxHeader } from '@x402/extensions/sign-in-with-x'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LocalChains, startChains } from '#lib/sandbox/chains'
import { createTestDatabase, type TestDatabase } from '#lib/sandbox/testing/database'
import { publishTestObservations } from '#lib/sandbox/testing/observations'
import {
  createPayer,
  type PaidService,
  type Payer,
  receiptOf,
  settingsFor,
  signPayment,
  startPaidService,
  usdcBalance,
  withPayment,
} from '#lib/sandbox/testing/paid-service'
import { until } from '#lib/sandbox/testing/until'
import { createChallenge } from '#lib/services/payments/challenge'
import { findLost } from '#lib/services/payments/find-lost'
import { parsePaymentHeader } from '#lib/services/payments/parse-payment-header'

const base = 'eip155:8453'
let chains: LocalChains
let network: LocalChains['networks'][typeof base]
let database: TestDatabase
let service: PaidService
let payer: Payer
let path: string

beforeAll(async () => {
  ;[chains, database] = await Promise.all([startChains(), createTestDatabase()])
  network = chains.networks[base]
  const settings = settingsFor({ chains, databaseUrl: database.url, baseUrl: 'http://cairn.test' })
  service = await startPaidService({ settings })
  const [id] = await publishTestObservations(database)
  path = `/api/v1/observations/${id}`
})
afterAll(async () => {
  await service?.close()
  await Promise.all([chains?.stop(), database?.close()])
})
beforeEach(async () => {
  payer = await createPayer(chains)
})

const sign = () => signPayment({ url: service.url + path, payer, network: base })
const pay = (header: string) => fetch(service.url + path, withPayment({}, header))
const balance = () => usdcBalance(network, payer.address)
const stateOf = async () => {
  const [row] = await database.sql<{ state: string }[]>`
    select state from payment where payer = ${payer.address.toLowerCase()}`
  return row
}

describe('a payment whose row went with a restored backup', () => {
  const forget = async () => {
    await until(async () => (await stateOf())?.state === 'settled', { what: 'the payment is settled' })
    const rows = await database.sql<{ id: string; requestHash: Uint8Array }[]>`
      select id, request_hash as "requestHash" from payment where payer = ${payer.address.toLowerCase()}`
    await database.sql`delete from payment_answer where payment_id = ${rows[0]!.id}`
    await database.sql`delete from payment where id = ${rows[0]!.id}`
    return rows[0]!.requestHash
  }

  test('is answered again to its wallet alone, and charged once', async () => {
    const header = await sign()
    const bought = await pay(header)
    expect(bought.status).toBe(200)
    await forget()
    const refused = await pay(header)
    expect(refused.status).toBe(402)
    const { reason, extensions } = (await refused.json()) as {
      reason: string
      extensions: Record<string, { info: object }>
    }
    expect(reason).toBe('wallet_proof_required')
    const asked = { ...extensions['sign-in-with-x']!.info, chainId: base, type: 'eip191' }
    const proof = encodeSIWxHeader(await createSIWxPayload(asked as never, payer, 'http://cairn.test'))
    const again = await fetch(
      service.url + path,
      withPayment({ headers: { 'sign-in-with-x': proof } }, header),
    )
    expect([again.status, await again.json()]).toEqual([200, await bought.json()])
    expect(receiptOf(again).transaction).toBe(receiptOf(bought).transaction)
    expect(await balance()).toBe(995_000n)
  })

  test('is searched for on the chain for a day, and no longer: old offers cost whoever keeps them nothing', async () => {
    const header = await sign()
    const bought = await pay(header)
    expect(bought.status).toBe(200)
    const requestHash = await forget()
    const { ctx } = service
    const { secretKey, baseUrl } = ctx.env
    const { transaction } = receiptOf(bought)
    const lookAfter = (hours: number) => {
      const parsed = parsePaymentHeader(header)
      if ('reason' in parsed) throw new Error(parsed.reason)
      const { payment } = parsed
      const priceAtomic = BigInt(payment.accepted.amount)
      const now = new Date(ctx.clock.now().getTime() - hours * 3_600_000)
      payment.accepted.extra.challenge = createChallenge({
        secretKey,
        baseUrl,
        requestHash,
        priceAtomic,
        now,
      })
      const sale = {
        flow: 'authorization',
        produce: () => Promise.reject(new Error('sells nothing')),
      } as const
      return findLost({ ctx, input: { payTo: 'revenue', payment, requestHash, sale } })
    }
    expect(await lookAfter(23)).toMatchObject({ is: 'paid', transaction })
    expect(await lookAfter(25)).toEqual({ is: 'unpaid' })
  })
})
