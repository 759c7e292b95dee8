import { randomBytes } from 'node:crypto'
import { decodePaymentRequiredHeader, decodePaymentSignatureHeader } from '@x402/core/http'
import type { PaymentPayload } from '@x402/core/types'
import {
  extractReceiptFromResponse,
  type JWSSignedReceipt,
  verifyReceiptSignatureJWS,
} from '@x402/extensions/offer-receipt'
import { bytesToHex, createPublicClient, getAddress, type Hex, http } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signingKeyOf } from '#lib/adapters/signing-key'
import { explainRefusal } from '#lib/domain/payment/payment-refusal'
import { route } from '#lib/http/route'
import { getObservation } from '#lib/operations/observations'
import { forgetAnswers } from '#lib/services/payments/forget-answers'
import { type LocalChains, startChains } from '#sandbox/chains'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { publishTestObservations, testQuery } from '#testing/observations'
import {
  alterPayment,
  createPayer,
  jsonPost,
  type PaidService,
  type Payer,
  payingFetch,
  receiptOf,
  revenue,
  settingsFor,
  signPayment,
  startPaidService,
  usdcBalance,
  withPayment,
} from '#testing/paid-service'
import { signUntil } from '#testing/token-moves'
import { until } from '#testing/until'

const base = 'eip155:8453'
const arc = 'eip155:5042'
const query = jsonPost(testQuery)

let chains: LocalChains
let database: TestDatabase
let service: PaidService
let payer: Payer
let observationId: string
let queryUrl: string

beforeAll(async () => {
  ;[chains, database] = await Promise.all([startChains(), createTestDatabase()])
  service = await startPaidService({
    settings: settingsFor({ chains, databaseUrl: database.url, baseUrl: 'http://cairn.test' }),
  })
  queryUrl = `${service.url}/api/v1/spatial/query`
  ;[observationId] = (await publishTestObservations(database)) as [string]
})
afterAll(async () => {
  await service?.close()
  await Promise.all([chains?.stop(), database?.close()])
})
beforeEach(async () => {
  payer = await createPayer(chains)
})

const balance = (network: typeof base | typeof arc = base, owner: Hex = payer.address) =>
  usdcBalance(chains.networks[network], owner)
const bodyOf = async (response: Response) => (await response.json()) as Record<string, unknown>

describe('a paid answer', () => {
  test.each([base, arc] as const)(
    'costs exactly 0.01 USDC on %s, settled in a transaction the chain has',
    async (network) => {
      const before = await balance(network, revenue)
      const response = await payingFetch(payer, [network])(queryUrl, query)
      expect(response.status).toBe(200)
      const { observations } = (await response.json()) as { observations: { observation_id: string }[] }
      expect(observations.map((found) => found.observation_id)).toEqual([observationId])
      const receipt = receiptOf(response)
      expect(receipt).toMatchObject({ success: true, network, amount: '10000' })
      const chain = createPublicClient({ transport: http(chains.networks[network].rpcUrl) })
      const mined = await chain.getTransactionReceipt({ hash: receipt.transaction as Hex })
      expect(mined.status).toBe('success')
      expect(await balance(network)).toBe(990_000n)
      expect((await balance(network, revenue)) - before).toBe(10_000n)
      expect(response.headers.get('cache-control')).toBe('private, no-store')
    },
  )

  test('an observation costs exactly 0.005 USDC', async () => {
    const response = await payingFetch(payer, [base])(
      `${service.url}/api/v1/observations/0x${observationId.toUpperCase()}`,
    )
    expect(response.status).toBe(200)
    expect(await bodyOf(response)).toMatchObject({ observation_id: observationId, geohash: 'u09tun' })
    expect(await balance()).toBe(995_000n)
  })

  test.each([1, 2])(
    'the same header eight times at once over %d processes gives one charge and eight equal answers',
    async (processes) => {
      const settings = settingsFor({ chains, databaseUrl: database.url, baseUrl: 'http://cairn.test' })
      const other = processes === 2 ? await startPaidService({ settings }) : undefined
      const urls = [queryUrl, other ? `${other.url}/api/v1/spatial/query` : queryUrl]
      const header = await signPayment({ url: queryUrl, init: query, payer, network: base })
      const responses = await Promise.all(
        Array.from({ length: 8 }, (_, index) => fetch(urls[index % 2]!, withPayment(query, header))),
      )
      const texts = await Promise.all(responses.map((response) => response.text()))
      expect(responses.map((response) => response.status)).toEqual(Array(8).fill(200))
      expect(new Set(texts).size).toBe(1)
      expect(new Set(responses.map((response) => receiptOf(response).transaction)).size).toBe(1)
      expect(await balance()).toBe(990_000n)
      await other?.close()
    },
  )

  test('the same header later gets the same answer without a second charge, also after more was published', async () => {
    const header = await signPayment({ url: queryUrl, init: query, payer, network: arc })
    const first = await fetch(queryUrl, withPayment(query, header))
    const text = await first.text()
    await publishTestObservations(database, { treeId: 2, geohash: 'u09tun' })
    const second = await fetch(queryUrl, withPayment(query, header))
    expect(second.status).toBe(200)
    expect(await second.text()).toBe(text)
    expect(receiptOf(second)).toEqual(receiptOf(first))
    expect(await balance(arc)).toBe(990_000n)
  })

  test('the same header more than a day later is refused in plain words without a second charge', async () => {
    const header = await signPayment({ url: queryUrl, init: query, payer, network: base })
    expect((await fetch(queryUrl, withPayment(query, header))).status).toBe(200)
    const isClosed = async () => (await database.sql`select from payment where closed_at is null`).count === 0
    await until(isClosed, { what: 'the payment is closed' })
    await database.sql.begin(async (tx) => {
      await tx`set local session_replication_role = 'replica'`
      await tx`
        update payment set created_at = created_at - interval '25 hours', closed_at = closed_at - interval '25 hours'
        where payer = ${payer.address.toLowerCase()}`
    })
    await forgetAnswers({ ctx: service.ctx })
    const later = await fetch(queryUrl, withPayment(query, header))
    expect(later.status).toBe(402)
    const body = await bodyOf(later)
    expect(body).toMatchObject({ reason: 'answer_no_longer_stored' })
    expect(body.message).toContain('Nothing was charged by this request.')
    expect(await balance()).toBe(990_000n)
  })

  test('comes with a receipt of ours, which says who paid for what in which transaction', async () => {
    const response = await payingFetch(payer, [arc])(queryUrl, query)
    const { transaction } = receiptOf(response)
    const { env } = service.ctx
    const said = await verifyReceiptSignatureJWS(
      extractReceiptFromResponse(response) as JWSSignedReceipt,
      signingKeyOf(env).jwk,
    )
    const resourceUrl = `${env.baseUrl}/api/v1/spatial/query`
    expect(said).toMatchObject({ network: arc, payer: payer.address, transaction, resourceUrl })
    expect(Math.abs(said.issuedAt - service.ctx.clock.now().getTime() / 1_000)).toBeLessThan(30)
  })

  test('costs what was offered, though the price was raised before it was paid for', async () => {
    const header = await signPayment({ url: queryUrl, init: query, payer, network: base })
    const settings = settingsFor({ chains, databaseUrl: database.url, baseUrl: 'http://cairn.test' })
    const dearer = await startPaidService({ settings: { ...settings, PRICE_SPATIAL_QUERY: '0.02' } })
    const dearerUrl = `${dearer.url}/api/v1/spatial/query`
    expect((await fetch(dearerUrl, withPayment(query, header))).status).toBe(200)
    expect(await balance()).toBe(990_000n)
    // The offer is not valid for another request.
    const other = jsonPost({ ...JSON.parse(query.body as string), limit: 7 })
    const unoffered = await signPayment({ url: queryUrl, init: query, payer, network: base })
    expect((await fetch(dearerUrl, withPayment(other, unoffered))).status).toBe(402)
    expect(await balance()).toBe(990_000n)
    await dearer.close()
  })

  test('the same header eight times at once computes one answer', async () => {
    let runs = 0
    const { GET } = route(
      {
        ...getObservation,
        run: async (args: Parameters<typeof getObservation.run>[0]) => {
          runs += 1
          return getObservation.run(args)
        },
      },
      async () => service.ctx,
    )
    const url = `${service.url}/api/v1/observations/${observationId}`
    const header = await signPayment({ url, payer, network: base })
    const shown = () => GET(new Request(url, withPayment({}, header)))
    const responses = await Promise.all(Array.from({ length: 8 }, shown))
    expect(responses.map((response) => response.status)).toEqual(Array(8).fill(200))
    expect((await shown()).status).toBe(200)
    expect(runs).toBe(1)
    expect(await balance()).toBe(995_000n)
  })

  test('a body written in another way is the same request: same answer, no second charge', async () => {
    const header = await signPayment({ url: queryUrl, init: query, payer, network: base })
    const rewritten = {
      ...query,
      body: `{ "to": "2026-11-20", "from":"2020-01-01",
        "aoi": {"coordinates": [2.29450, 4.88584e1], "type": "P\\u006fint"} }`,
    }
    const first = await fetch(queryUrl, withPayment(rewritten, header))
    expect(first.status).toBe(200)
    const second = await fetch(queryUrl, withPayment(query, header))
    expect(second.status).toBe(200)
    expect(await second.text()).toBe(await first.text())
    expect(receiptOf(second)).toEqual(receiptOf(first))
    expect(await balance()).toBe(990_000n)
  })

  test.each([
    ['2^53 + 1', base, 2n ** 53n + 1n],
    ['2^63', arc, 2n ** 63n],
    ['2^256 - 1, for ever', base, 2n ** 256n - 1n],
  ] as const)('may be signed to be good until %s', async (_, network, validBefore) => {
    const signed = await signPayment({ url: queryUrl, init: query, payer, network })
    const header = await signUntil(chains.networks[network], payer, signed, validBefore)
    for (const _again of [1, 2]) {
      const response = await fetch(queryUrl, withPayment(query, header))
      expect(response.status).toBe(200)
      expect(receiptOf(response)).toMatchObject({ success: true, network })
    }
    expect(await balance(network)).toBe(990_000n)
    const [row] = await database.sql<{ validBefore: string }[]>`
      select valid_before as "validBefore" from payment where payer = ${payer.address.toLowerCase()}`
    expect(row?.validBefore).toBe(validBefore.toString())
  })

  test('a payment spent on one request is refused for any other, and nothing more is charged', async () => {
    const header = await signPayment({ url: queryUrl, init: query, payer, network: base })
    expect((await fetch(queryUrl, withPayment(query, header))).status).toBe(200)
    const otherBody = jsonPost({ aoi: { type: 'Point', coordinates: [10, 10] } })
    for (const [url, init] of [
      [queryUrl, otherBody],
      [`${queryUrl}?page=2`, query],
      [`${service.url}/api/v1/observations/${observationId}`, {}],
    ] as const) {
      const response = await fetch(url, withPayment(init, header))
      expect(response.status).toBe(402)
      expect(await bodyOf(response)).toMatchObject({ reason: 'authorization_used_for_another_request' })
      expect(decodePaymentRequiredHeader(response.headers.get('payment-required')!).error).toBe(
        'authorization_used_for_another_request',
      )
    }
    expect(await balance()).toBe(990_000n)
  })

  test('a payment signed for one request does not buy another one', async () => {
    const header = await signPayment({ url: queryUrl, init: query, payer, network: base })
    const other = jsonPost({ aoi: { type: 'Point', coordinates: [10, 10] } })
    const response = await fetch(queryUrl, withPayment(other, header))
    expect(response.status).toBe(402)
    expect(await bodyOf(response)).toMatchObject({ reason: 'challenge_mismatch' })
    expect(await balance()).toBe(1_000_000n)
  })

  test('an authorization copied from the chain does not get the answer, since it lacks the challenge', async () => {
    const header = await signPayment({ url: queryUrl, init: query, payer, network: base })
    expect((await fetch(queryUrl, withPayment(query, header))).status).toBe(200)
    // Everything except the challenge is public after the settlement, and anyone can get a new challenge for free.
    const stranger = await fetch(queryUrl, query)
    const [offer] = decodePaymentRequiredHeader(stranger.headers.get('payment-required')!).accepts
    const copied = alterPayment(header, (payload) => {
      payload.accepted = offer!
    })
    const response = await fetch(queryUrl, withPayment(query, copied))
    expect(response.status).toBe(402)
    expect(await bodyOf(response)).toMatchObject({ reason: 'authorization_already_used' })
  })

  test('a refusal is not charged, and the same payment is good again once there is an answer', async () => {
    const missing = bytesToHex(randomBytes(32)).slice(2)
    const url = `${service.url}/api/v1/observations/${missing}`
    const header = await signPayment({ url, payer, network: base })
    const first = await fetch(url, withPayment({}, header))
    expect(first.status).toBe(404)
    expect(await bodyOf(first)).toMatchObject({ error: 'not_found' })
    expect(first.headers.get('payment-response')).toBeNull()
    expect((await fetch(url, withPayment({}, header))).status).toBe(404)
    expect(await balance()).toBe(1_000_000n)
  })
})

describe('a payment that is not good', () => {
  const cases: [string, string, (payload: PaymentPayload) => void][] = [
    ['no challenge', 'challenge_missing', (p) => delete p.accepted.extra.challenge],
    [
      'a challenge of its own making',
      'challenge_mismatch',
      (p) => (p.accepted.extra.challenge = 'a'.repeat(72)),
    ],
    ['a lower price', 'no_matching_requirements', (p) => (p.accepted.amount = '1')],
    ['another payee', 'no_matching_requirements', (p) => (p.accepted.payTo = p.accepted.asset)],
    ['another token', 'no_matching_requirements', (p) => (p.accepted.asset = revenue)],
    ['a network we do not take', 'invalid_network', (p) => (p.accepted.network = 'eip155:1')],
    [
      'a value that was not signed',
      'invalid_exact_evm_payload_authorization_value',
      (p) => (authorizationOf(p).value = '1'),
    ],
    [
      'a recipient that was not signed',
      'invalid_exact_evm_payload_recipient_mismatch',
      (p) => (authorizationOf(p).to = `0x${'12'.repeat(20)}`),
    ],
    [
      'a payer who did not sign',
      'invalid_exact_evm_payload_signature',
      (p) => (authorizationOf(p).from = revenue),
    ],
    [
      'a nonce that was not signed',
      'invalid_exact_evm_payload_signature',
      (p) => (authorizationOf(p).nonce = `0x${'ab'.repeat(32)}`),
    ],
    [
      'a broken signature',
      'invalid_exact_evm_payload_signature',
      (p) => (p.payload.signature = `0x${'11'.repeat(65)}`),
    ],
    ['no signature', 'invalid_payload', (p) => delete p.payload.signature],
    ['no payload', 'invalid_payload', (p) => ((p as { payload?: unknown }).payload = undefined)],
    [
      'a number no chain has',
      'invalid_payload',
      (p) => (authorizationOf(p).validBefore = (2n ** 256n).toString()),
    ],
    ['another scheme', 'unsupported_scheme', (p) => (p.accepted.scheme = 'upto')],
    ['version 1', 'invalid_x402_version', (p) => (p.x402Version = 1)],
    [
      'an expiry too near',
      'invalid_exact_evm_payload_authorization_valid_before',
      (p) => (authorizationOf(p).validBefore = '1000'),
    ],
    [
      'a wallet still to be deployed',
      'eip6492_factory_not_allowed',
      (p) => (p.payload.signature = `0x${'00'.repeat(32)}${'6492'.repeat(16)}`),
    ],
  ]
  const unreadable = ['invalid_payload', 'unsupported_scheme', 'invalid_x402_version']
  test.each(cases)('with %s: 402, %s, and nothing is charged', async (_, reason, change) => {
    const header = alterPayment(
      await signPayment({ url: queryUrl, init: query, payer, network: base }),
      change,
    )
    const response = await fetch(queryUrl, withPayment(query, header))
    expect(response.status).toBe(402)
    const body = await bodyOf(response)
    expect(body).toMatchObject({
      error: 'payment_required',
      reason,
      message:
        reason === 'no_matching_requirements' || reason === 'invalid_payload'
          ? expect.stringMatching(/: `(accepted\.\w+` differs|payload[.\w]*` is (missing|not valid))\./)
          : explainRefusal(reason, { price: '0.01', contractPayerMin: '0.005', network: 'Base' }),
    })
    const quote = decodePaymentRequiredHeader(response.headers.get('payment-required')!)
    expect(quote.error).toBe(reason)
    // An unreadable header is only reported as unreadable.
    if (!unreadable.includes(String(reason)))
      expect(receiptOf(response)).toMatchObject({
        ...{ success: false, errorReason: reason, transaction: '' },
        payer: getAddress(authorizationOf(decodePaymentSignatureHeader(header)).from as Hex),
      })
    expect(quote.accepts.map((offer) => offer.network)).toEqual([base, arc])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await balance()).toBe(1_000_000n)
  })

  test.each([
    ['not base64 JSON', 'garbage!', 'invalid_payload'],
    ['empty', '', 'invalid_payload'],
    ['JSON null', Buffer.from('null').toString('base64'), 'invalid_payload'],
    ['longer than 8 KB', 'A'.repeat(9_000), 'payment_header_too_large'],
  ])('a header that is %s is answered with a fresh quote', async (_, header, reason) => {
    const response = await fetch(queryUrl, withPayment(query, header))
    expect(response.status).toBe(402)
    expect(await bodyOf(response)).toMatchObject({ reason })
  })

  test('a payer without the money is told so', async () => {
    const poor = await createPayer(chains, 9_999n)
    const header = await signPayment({ url: queryUrl, init: query, payer: poor, network: arc })
    const response = await fetch(queryUrl, withPayment(query, header))
    expect(response.status).toBe(402)
    expect(await bodyOf(response)).toMatchObject({
      reason: 'insufficient_funds',
      message: expect.stringMatching(/^The wallet holds less than 0\.01 USDC on Arc\. Nothing was charged/),
    })
  })
})

function authorizationOf(payload: PaymentPayload): Record<string, string> {
  return payload.payload.authorization as Record<string, string>
}
