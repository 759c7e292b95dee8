import { decodePaymentRequiredHeader, decodePaymentSignatureHeader } from '@x402/core/http'
import { isPaymentIdentifierExtension, validatePaymentIdentifier } from '@x402/extensions/payment-identifier'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSigner } from '#lib/adapters/chain/signer'
import { createBuiltInFacilitator } from '#lib/adapters/facilitator/built-in'
import type { CreatedBounty } from '#lib/schemas/bounty'
import { operatorPaymentDetailSchema } from '#lib/schemas/operator-payment'
import { paymentKeyOf } from '#lib/schemas/payment-key'
import { identifierOffer } from '#lib/schemas/x402'
import { getPayment } from '#lib/services/operator/payments/get-payment'
import { bindIdentifier } from '#lib/services/payments/bind-identifier'
import { createChallenge, quoteSeconds } from '#lib/services/payments/challenge'
import { claimPayment } from '#lib/services/payments/claim-payment'
import { type ParsedPayment, parsePaymentHeader } from '#lib/services/payments/parse-payment-header'
import { reconcilePayments } from '#lib/services/payments/reconcile-payments'
import { hashPayment, hashRequest } from '#lib/services/payments/request-hash'
import { mine, setAutomine } from '#sandbox/chain-controls'
import { type LocalChains, startChains } from '#sandbox/chains'
import { bountyPath, postBounty, withToken } from '#testing/bounty-request'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { publishTestObservations, testQuery } from '#testing/observations'
import {
  alterPayment,
  createPayer,
  jsonPost,
  type PaidService,
  type Payer,
  receiptOf,
  settingsFor,
  signPayment,
  startPaidService,
  usdcBalance,
  withPayment,
} from '#testing/paid-service'
import { createShortWaitFacilitator } from '#testing/short-wait'
import { signUntil } from '#testing/token-moves'
import { until } from '#testing/until'

const base = 'eip155:8453'
const arc = 'eip155:5042'
const usdc = 1_000_000n
const priceAtomic = 50n * usdc
const identifier = 'order_of_the_fountain_1'
const queryPath = '/api/v1/spatial/query'
const query = jsonPost(testQuery)

let chains: LocalChains
let database: TestDatabase
let settings: Record<string, string>
let services: PaidService[]
let payer: Payer
let observationId: string

beforeAll(async () => {
  ;[chains, database] = await Promise.all([startChains(), createTestDatabase()])
  settings = settingsFor({ chains, databaseUrl: database.url, baseUrl: 'http://cairn.test' })
  services = [
    await startPaidService({ settings, facilitator: createShortWaitFacilitator }),
    await startPaidService({ settings, facilitator: createShortWaitFacilitator }),
  ]
  ;[observationId] = (await publishTestObservations(database)) as [string]
})
afterAll(async () => {
  await Promise.all((services ?? []).map((service) => service.close()))
  await Promise.all([chains?.stop(), database?.close()])
})
beforeEach(async () => {
  payer = await createPayer(chains, 3n * priceAtomic)
  await database.sql`update payment set closed_at = now() where closed_at is null`
})

type Asked = {
  path?: string
  init?: RequestInit
  network?: typeof base | typeof arc
  identifier?: string | undefined
  by?: Payer
}
/** Signs a new payment for the same purchase each time, as a client does that lost its earlier payment. */
const sign = ({ path = bountyPath, init = postBounty(), network = base, by = payer, ...named }: Asked = {}) =>
  signPayment({ url: services[0]!.url + path, init, payer: by, network, identifier, ...named })
const send = (header: string, { path = bountyPath, init = postBounty() }: Asked = {}, of = services[0]!) =>
  fetch(of.url + path, withPayment(init, header))
const pay = async (asked: Asked = {}) => send(await sign(asked), asked)
const balance = (network: typeof base | typeof arc = base) =>
  usdcBalance(chains.networks[network], payer.address)
const bounties = () => database.sql`select bounty_id from bounty where payer = ${payer.address.toLowerCase()}`
const states = async () =>
  (
    await database.sql<{ state: string }[]>`
      select state from payment where payer = ${payer.address.toLowerCase()} order by id`
  ).map(({ state }) => state)

const bountyHash = () =>
  hashRequest({
    method: 'POST',
    target: bountyPath,
    body: new TextEncoder().encode(postBounty().body as string),
  })

/** Replaces the signature in a payment header. */
const withSignatureOf = (header: string, other: string) =>
  alterPayment(header, ({ payload }) => {
    payload.signature = decodePaymentSignatureHeader(other).payload.signature
  })

/** Replaces or removes the identifier in a payment header. */
const withIdentifier = (header: string, id: unknown) =>
  alterPayment(header, (payment) => {
    const info = { required: false, id }
    payment.extensions = {
      ...payment.extensions,
      'payment-identifier': { ...identifierOffer, info },
    }
  })

describe('an offer', () => {
  test.each([
    [queryPath, query],
    [bountyPath, postBounty()],
  ])('of %s says, in header and body, that a payment may be named', async (path, init) => {
    const response = await fetch(services[0]!.url + path, init)
    const offers = [
      decodePaymentRequiredHeader(response.headers.get('payment-required')!),
      (await response.json()) as { extensions: Record<string, unknown> },
    ]
    for (const { extensions } of offers) {
      const offered = extensions!['payment-identifier']
      expect(isPaymentIdentifierExtension(offered)).toBe(true)
      expect(validatePaymentIdentifier(offered)).toEqual({ valid: true })
      expect(
        validatePaymentIdentifier({ ...(offered as object), info: { required: false, id: identifier } }),
      ).toEqual({
        valid: true,
      })
    }
  })
})

describe('an order that is signed again under its identifier', () => {
  test('is answered with the bounty of the first, its token and its receipt, and is not charged', async () => {
    const first = await pay()
    const made = (await first.json()) as CreatedBounty
    const again = await pay()
    expect([first.status, again.status]).toEqual([201, 201])
    expect(await again.json()).toEqual(made)
    expect(receiptOf(again)).toEqual(receiptOf(first))
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    expect(await bounties()).toHaveLength(1)
    expect(await balance()).toBe(2n * priceAtomic)
    const got = await fetch(`${services[0]!.url}${bountyPath}/${made.bounty_id}`, withToken(made.agent_token))
    expect(got.status).toBe(200)
  })

  test('is called by it where operators look the payment up', async () => {
    await pay()
    const { ctx } = services[0]!
    const [row] = await database.sql<{ id: string }[]>`
      select id from payment where payer = ${payer.address.toLowerCase()}`
    const shown = await getPayment({ ctx, input: { paymentId: Number(row!.id) } })
    expect(operatorPaymentDetailSchema.strict().parse(shown)).toMatchObject({ identifier, state: 'settled' })
  })

  test('eight times at once over two processes gives one charge and eight equal answers', async () => {
    // Payments that arrive together are simulated together, so the wallet has to hold all eight.
    payer = await createPayer(chains, 8n * priceAtomic)
    const headers = await Promise.all(Array.from({ length: 8 }, () => sign()))
    const responses = await Promise.all(
      headers.map((header, index) => send(header, {}, services[index % 2]!)),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(201))
    expect(new Set(await Promise.all(responses.map((response) => response.text()))).size).toBe(1)
    expect(new Set(responses.map((response) => receiptOf(response).transaction)).size).toBe(1)
    expect(await bounties()).toHaveLength(1)
    expect(await balance()).toBe(7n * priceAtomic)
    expect((await states()).filter((state) => state === 'settled')).toHaveLength(1)
  })

  test('on the other network is answered with what was paid on the first', async () => {
    const first = await pay()
    const again = await pay({ network: arc })
    expect(again.status).toBe(201)
    expect(await again.json()).toEqual(await first.json())
    expect(receiptOf(again)).toMatchObject({ network: base, transaction: receiptOf(first).transaction })
    expect(await balance(arc)).toBe(3n * priceAtomic)
  })

  test('by a wallet that the first emptied is answered all the same, and its signature is looked at', async () => {
    payer = await createPayer(chains, priceAtomic)
    const first = await pay()
    const again = await sign()
    const stranger = await sign({ by: await createPayer(chains, priceAtomic) })
    const refused = await send(withSignatureOf(again, stranger))
    expect(refused.status).toBe(402)
    expect(await refused.json()).toMatchObject({ reason: 'invalid_exact_evm_payload_signature' })
    const answered = await send(again)
    expect(answered.status).toBe(201)
    expect(await answered.json()).toEqual(await first.json())
    expect(await balance()).toBe(0n)
  })

  test('is answered still when that signature is shown again after its time, or its offer’s', async () => {
    const first = await pay()
    const made = await first.json()
    const now = Math.floor(Date.now() / 1_000)
    const over = await signUntil(chains.networks[base], payer, await sign(), BigInt(now - 100))
    const challenge = createChallenge({
      baseUrl: services[0]!.ctx.env.baseUrl,
      secretKey: services[0]!.ctx.env.secretKey,
      requestHash: bountyHash(),
      priceAtomic,
      now: new Date((now - 2 * quoteSeconds) * 1_000),
    })
    const late = alterPayment(await sign(), ({ accepted }) => Object.assign(accepted.extra, { challenge }))
    const stranger = await sign({ by: await createPayer(chains, priceAtomic) })
    for (const header of [over, late]) {
      const again = await send(header)
      expect(again.status).toBe(201)
      expect(await again.json()).toEqual(made)
      expect((await send(withSignatureOf(header, stranger))).status).toBe(402)
      // Without an identifier, the payment itself decides: it has expired.
      expect((await send(withIdentifier(header, undefined))).status).toBe(402)
    }
    expect(await balance()).toBe(2n * priceAtomic)
    expect(await states()).toEqual(['settled'])
  })

  test('is not answered for an authorization that was signed for another request', async () => {
    await pay()
    const other = await sign({ init: postBounty({ title: 'Another one' }) })
    const response = await send(other)
    expect(response.status).toBe(402)
    expect(await response.json()).toMatchObject({ reason: 'challenge_mismatch' })
  })

  test('is not answered to who cannot sign for the wallet, should a facilitator look at the balance alone', async () => {
    await pay()
    const careless = await startPaidService({
      settings,
      facilitator: (ctx) => ({
        ...createBuiltInFacilitator({ ctx, signer: createSigner(ctx.env.relayerKey!) }),
        verify: async () => ({
          isValid: false,
          invalidReason: 'insufficient_funds',
        }),
      }),
    })
    const own = await sign()
    const forged = withSignatureOf(own, await sign({ by: await createPayer(chains, priceAtomic) }))
    expect((await send(forged, {}, careless)).status).toBe(402)
    expect((await send(own, {}, careless)).status).toBe(201)
    expect(await bounties()).toHaveLength(1)
    await careless.close()
  })

  test('waits while the outcome of the first is unknown, and is answered once it is on the chain, for either signature', async () => {
    const { rpcUrl } = chains.networks[base]
    await setAutomine(rpcUrl, false)
    const first = await pay()
    expect(first.status).toBe(503)
    const second = await sign()
    const held = await send(second)
    expect(held.status).toBe(503)
    expect(await held.json()).toMatchObject({
      error: 'settlement_pending',
      message: expect.stringMatching(/earlier payment of this wallet with this identifier.*either of them/),
    })
    await setAutomine(rpcUrl, true)
    await mine(rpcUrl)
    const answered = await send(second)
    expect(answered.status).toBe(201)
    expect(await bounties()).toHaveLength(1)
    expect(await balance()).toBe(2n * priceAtomic)
    expect(await states()).toEqual(['settled'])
  })
})

describe('an identifier', () => {
  test('of its own makes an order of its own, at once', async () => {
    const responses = await Promise.all([pay(), pay({ identifier: 'order_of_the_fountain_2' })])
    expect(responses.map(({ status }) => status)).toEqual([201, 201])
    expect(await bounties()).toHaveLength(2)
    expect(await balance()).toBe(priceAtomic)
  })

  test('is its wallet’s own: another wallet that uses it places an order of its own', async () => {
    const mine = (await (await pay()).json()) as CreatedBounty
    const stranger = await createPayer(chains, priceAtomic)
    const response = await pay({ by: stranger })
    expect(response.status).toBe(201)
    const theirs = (await response.json()) as CreatedBounty
    expect(theirs.bounty_id).not.toBe(mine.bounty_id)
    expect(theirs.payer).toBe(stranger.address)
  })

  test('of another request is refused by name, and nothing is charged', async () => {
    await pay()
    const response = await pay({ init: postBounty({ title: 'Another one' }) })
    expect(response.status).toBe(409)
    expect(response.headers.get('payment-required')).toBeNull()
    expect(await response.json()).toMatchObject({
      error: 'conflict',
      field: 'extensions.payment-identifier.info.id',
      message: expect.stringMatching(/paid for another request.*Nothing was charged/),
    })
    expect(await bounties()).toHaveLength(1)
    expect(await balance()).toBe(2n * priceAtomic)
    expect(await states()).toEqual(['settled'])
  })

  test.each(['short', 'x'.repeat(129), 'with a space in it', 17])(
    'that is %j is refused with its name, and the same signature is good without it',
    async (wrong) => {
      const good = await sign({ path: queryPath, init: query })
      const response = await send(withIdentifier(good, wrong), { path: queryPath, init: query })
      expect(response.status).toBe(402)
      expect(await response.json()).toMatchObject({
        reason: 'invalid_payment_identifier',
        message: expect.stringContaining('extensions.payment-identifier.info.id'),
      })
      const taken = await send(withIdentifier(good, undefined), { path: queryPath, init: query })
      expect(taken.status).toBe(200)
    },
  )

  test('is free for another request after its payment was refused', async () => {
    const missing = { path: `/api/v1/observations/${'0'.repeat(64)}`, init: {} }
    const refused = await pay(missing)
    expect(refused.status).toBe(404)
    expect(await states()).toEqual(['void'])
    const found = await pay({ path: `/api/v1/observations/${observationId}`, init: {} })
    expect(found.status).toBe(200)
    // The refused payment, repeated, is now for the other request.
    expect((await pay(missing)).status).toBe(409)
  })

  test('of a payment whose taker died passes on once that is void', async () => {
    const { ctx } = services[0]!
    const dead = parsePaymentHeader(await sign()) as ParsedPayment
    const { authorization } = dead.payment.payload
    const claim = await claimPayment({
      ctx,
      input: {
        ...paymentKeyOf(dead.payment),
        payTo: authorization.to,
        amountAtomic: priceAtomic,
        validBefore: BigInt(authorization.validBefore),
        operation: 'createBounty',
        requestHash: bountyHash(),
        payloadHash: hashPayment(dead.payment),
      },
    })
    const named = { payer: payer.address.toLowerCase(), identifier, paymentId: claim!.id }
    expect(await bindIdentifier({ ctx, input: named })).toBe(true)
    const answered = send(await sign())
    await database.sql`update payment set claimed_until = now() where id = ${claim!.id}`
    await until(async () => (await reconcilePayments({ ctx })).voided === 1, { what: 'the claim is void' })
    expect((await answered).status).toBe(201)
    expect(await states()).toEqual(['void', 'settled'])
  })

  test('of several refused payments that are shown again at once is good for one of them', async () => {
    const path = `/api/v1/observations/${'7'.repeat(64)}`
    const asked = { path, init: {} }
    const headers = await Promise.all(Array.from({ length: 6 }, () => sign(asked)))
    for (const header of headers) expect((await send(header, asked)).status).toBe(404)
    expect(await states()).toEqual(Array(6).fill('void'))
    await database.sql`
      insert into observation (sha256, cell, recency, leaf_hash, tree_id)
      select decode(repeat('77', 32), 'hex'), cell, recency, sha256('seven'), tree_id from observation limit 1`
    const responses = await Promise.all(
      headers.map((header, index) => send(header, asked, services[index % 2]!)),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect((await states()).filter((state) => state === 'settled')).toHaveLength(1)
    expect(await balance()).toBe(3n * priceAtomic - 5_000n)
  })
})

describe('a look-up that is signed again under its identifier', () => {
  test('gets the same answer, and is charged once', async () => {
    const asked = { path: queryPath, init: query }
    const first = await pay(asked)
    const text = await first.text()
    const seen = JSON.parse(text).observations.length
    await publishTestObservations(database, { treeId: 2 })
    const again = await pay(asked)
    expect(await again.text()).toBe(text)
    expect(receiptOf(again)).toEqual(receiptOf(first))
    expect(await balance()).toBe(3n * priceAtomic - 10_000n)
    // Without an identifier, it is a second look-up.
    expect((await (await pay({ ...asked, identifier: undefined })).json()).observations).toHaveLength(
      seen + 1,
    )
    expect(await balance()).toBe(3n * priceAtomic - 20_000n)
  })
})
