import { decodePaymentRequiredHeader } from '@x402/core/http'
import type { PaymentPayload } from '@x402/core/types'
import { type Address, createPublicClient, type Hex, http } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { agentToken } from '#lib/operations/examples/bounty'
import { bountySchema, type CreatedBounty, createdBountySchema } from '#lib/schemas/bounty'
import { transition } from '#lib/services/bounties/transition'
import { type LocalChains, startChains } from '#sandbox/chains'
import { bountyPath, postBounty, wantedBounty, withToken } from '#testing/bounty-request'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { publishTestObservations } from '#testing/observations'
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
  treasury,
  usdcBalance,
  withPayment,
} from '#testing/paid-service'

const base = 'eip155:8453'
const arc = 'eip155:5042'
type NetworkId = typeof base | typeof arc
const usdc = 1_000_000n
const fundsAtomic = 200n * usdc

let chains: LocalChains
let database: TestDatabase
let service: PaidService
let payer: Payer
let url: string

beforeAll(async () => {
  ;[chains, database] = await Promise.all([startChains(), createTestDatabase()])
  service = await startPaidService({
    settings: settingsFor({ chains, databaseUrl: database.url, baseUrl: 'http://cairn.test' }),
  })
  url = service.url + bountyPath
})
afterAll(async () => {
  await service?.close()
  await Promise.all([chains?.stop(), database?.close()])
})
beforeEach(async () => {
  payer = await createPayer(chains, fundsAtomic)
})

const balance = (network: NetworkId = base, owner: Address = payer.address) =>
  usdcBalance(chains.networks[network], owner)
const bodyOf = async (response: Response) => (await response.json()) as Record<string, unknown>
const pay = (header: string, init = postBounty()) => fetch(url, withPayment(init, header))
const sign = (init = postBounty(), network: NetworkId = base) => signPayment({ url, init, payer, network })
const bountiesOfPayer = () =>
  database.sql`select bounty_id from bounty where payer = ${payer.address.toLowerCase()}`
const ask = (id: string, token: string) => fetch(`${url}/${id}`, withToken(token))

describe('the offer', () => {
  test('is exactly the amount, to the treasury, on both networks, and says that it is settled first', async () => {
    const response = await fetch(url, postBounty({ amount_usdc: 123 }))
    expect(response.status).toBe(402)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const required = decodePaymentRequiredHeader(response.headers.get('payment-required')!)
    expect(required.accepts).toEqual(
      [base, arc].map((network) => ({
        scheme: 'exact',
        network,
        asset: chains.networks[network as NetworkId].usdc,
        amount: '123000000',
        payTo: treasury,
        maxTimeoutSeconds: 60,
        extra: {
          name: network === base ? 'USD Coin' : 'USDC',
          version: '2',
          challenge: expect.any(String),
          paymentFlow: 'upfront',
        },
      })),
    )
    expect(required.resource).toMatchObject({ url: 'http://cairn.test/api/v1/bounties' })
    expect(await bodyOf(response)).toMatchObject({
      error: 'payment_required',
      message: expect.stringMatching(/^This request costs 123\.00 USDC\. Nothing was charged\./),
    })
  })

  test('of the data endpoints is as before: to the revenue address, answered before it is settled', async () => {
    const response = await fetch(
      `${service.url}/api/v1/spatial/query`,
      jsonPost({ aoi: { type: 'Point', coordinates: [2.2945, 48.8584] } }),
    )
    const { accepts } = decodePaymentRequiredHeader(response.headers.get('payment-required')!)
    for (const offer of accepts) {
      expect(offer.payTo).toBe(revenue)
      expect(offer.extra).not.toHaveProperty('paymentFlow')
    }
  })
})

describe('a paid bounty', () => {
  test.each([base, arc] as const)(
    'is made by the stock client on %s, for exactly its amount',
    async (network) => {
      const before = await balance(network, treasury)
      const response = await payingFetch(payer, [network])(url, postBounty())
      expect(response.status).toBe(201)
      const made = createdBountySchema.strict().parse(await response.json())
      const receipt = receiptOf(response)
      const chain = createPublicClient({ transport: http(chains.networks[network].rpcUrl) })
      const mined = await chain.getTransactionReceipt({ hash: receipt.transaction as Hex })
      const { timestamp } = await chain.getBlock({ blockHash: mined.blockHash })
      const { bounty_id, agent_token } = made
      expect(made).toEqual({
        bounty_id,
        status: 'paid',
        ...wantedBounty,
        deadline_days: undefined,
        deadline: new Date((Number(timestamp) + 7 * 86_400) * 1_000).toISOString().replace('.000', ''),
        onchain_id: null,
        board_url: null,
        payer: payer.address,
        network,
        payment_tx: receipt.transaction,
        create_tx: null,
        accept_tx: null,
        cancel_tx: null,
        refund_tx: null,
        payout_tx: null,
        poll_url: `http://cairn.test/api/v1/bounties/${bounty_id}`,
        submissions: [],
        agent_token,
      })
      expect(receipt).toMatchObject({ success: true, network, amount: '50000000' })
      expect(response.headers.get('location')).toBe(made.poll_url)
      expect(response.headers.get('cairn-place')).toBe('none')
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      expect((await balance(network, treasury)) - before).toBe(50n * usdc)
      expect(await balance(network)).toBe(fundsAtomic - 50n * usdc)

      const got = await ask(bounty_id, agent_token)
      expect(got.status).toBe(200)
      expect(got.headers.get('cache-control')).toBe('private, no-store')
      const { agent_token: _, ...bounty } = made
      expect(bountySchema.strict().parse(await got.json())).toEqual(bounty)
    },
  )

  test('keeps the token only as a hash', async () => {
    const { agent_token } = (await (await pay(await sign())).json()) as CreatedBounty
    const dump = await database.sql<{ text: string }[]>`
      select t.*::text as text from agent_token t union all select b.*::text from bounty b
      union all select p.*::text from payment p union all select e.*::text from event e
      union all select o.*::text from bounty_order o union all select encode(a.body, 'escape') from payment_answer a`
    expect(dump.length).toBeGreaterThan(3)
    expect(dump.filter(({ text }) => text.includes(agent_token.slice(-20)))).toEqual([])
  })

  test('the same header eight times at once, over two processes, gives one charge, one bounty and eight equal answers', async () => {
    const other = await startPaidService({
      settings: settingsFor({ chains, databaseUrl: database.url, baseUrl: 'http://cairn.test' }),
    })
    const header = await sign()
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        fetch((index % 2 ? other.url : service.url) + bountyPath, withPayment(postBounty(), header)),
      ),
    )
    const texts = await Promise.all(responses.map((response) => response.text()))
    expect(responses.map((response) => response.status)).toEqual(Array(8).fill(201))
    expect(new Set(texts).size).toBe(1)
    expect(new Set(responses.map((response) => response.headers.get('location'))).size).toBe(1)
    expect(await bountiesOfPayer()).toHaveLength(1)
    expect(await balance()).toBe(fundsAtomic - 50n * usdc)
    await other.close()
  })

  test('the same header later gets the same answer in any state of the bounty, without a second charge', async () => {
    const header = await sign()
    const first = await pay(header)
    const text = await first.text()
    const { bounty_id: bountyId } = JSON.parse(text) as CreatedBounty
    await database.db.transaction((tx) => transition({ tx, bountyId, event: 'post_signed' }))
    const rewritten = { ...postBounty(), body: ` ${JSON.stringify(wantedBounty, undefined, 2)}` }
    const second = await pay(header, rewritten)
    expect(second.status).toBe(201)
    expect(await second.text()).toBe(text)
    expect(receiptOf(second)).toEqual(receiptOf(first))
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    expect(await balance()).toBe(fundsAtomic - 50n * usdc)
  })

  test('two payments for the same words are two bounties', async () => {
    const [first, second] = await Promise.all([pay(await sign()), pay(await sign())])
    const [one, two] = (await Promise.all([first.json(), second.json()])) as CreatedBounty[]
    expect(one!.bounty_id).not.toBe(two!.bounty_id)
    expect(one!.agent_token).not.toBe(two!.agent_token)
    expect((await ask(one!.bounty_id, two!.agent_token)).status).toBe(401)
    expect(await balance()).toBe(fundsAtomic - 100n * usdc)
  })

  test('has the cell of its place in a header, and the same when it is answered again', async () => {
    const init = postBounty({ brief: `${wantedBounty.brief}\n\nPlace: 48.139123, 11.565642` })
    const header = await sign(init)
    for (let time = 1; time <= 2; time++) {
      const response = await pay(header, init)
      expect(response.status).toBe(201)
      expect(response.headers.get('cairn-place')).toBe('u281z5')
    }
  })

  test('is answered again when the limits were changed since, and its token when the secret was', async () => {
    const header = await sign()
    const first = (await (await pay(header)).json()) as CreatedBounty
    const changed = await startPaidService({
      settings: {
        ...settingsFor({ chains, databaseUrl: database.url, baseUrl: 'http://cairn.test' }),
        BOUNTY_MIN_USDC: '100',
        SECRET_KEY: 'a new secret of the tests, 32 characters and more',
      },
    })
    const changedUrl = changed.url + bountyPath
    const again = await fetch(changedUrl, withPayment(postBounty(), header))
    expect(again.status).toBe(201)
    const { agent_token, ...bounty } = (await again.json()) as CreatedBounty
    const { agent_token: earlier, ...same } = first
    expect(bounty).toEqual(same)
    expect(agent_token).not.toBe(earlier)
    for (const token of [earlier, agent_token])
      expect((await fetch(`${changedUrl}/${bounty.bounty_id}`, withToken(token))).status).toBe(200)
    const unpaid = await fetch(changedUrl, postBounty())
    expect(unpaid.status).toBe(400)
    expect(await bodyOf(unpaid)).toMatchObject({ error: 'invalid_request', field: 'amount_usdc' })
    await changed.close()
  })
})

describe('a payment that is refused makes no bounty and charges nothing', () => {
  const untouched = async (network: NetworkId = base) => {
    expect(await balance(network)).toBe(fundsAtomic)
    expect(await bountiesOfPayer()).toHaveLength(0)
  }

  test('made for one body and sent with another', async () => {
    const header = await sign()
    for (const [changed, reason] of [
      [{ title: 'Another title' }, 'challenge_mismatch'],
      [{ deadline_days: undefined }, 'challenge_mismatch'],
      [{ amount_usdc: 51 }, 'no_matching_requirements'],
    ] as const) {
      const response = await pay(header, postBounty(changed))
      expect(response.status).toBe(402)
      expect(await bodyOf(response)).toMatchObject({ reason })
    }
    await untouched()
  })

  test('shown again with another body after it paid for the first', async () => {
    const header = await sign()
    expect((await pay(header)).status).toBe(201)
    const response = await pay(header, postBounty({ title: 'Another title' }))
    expect(response.status).toBe(402)
    const body = await bodyOf(response)
    expect(body).toMatchObject({ reason: 'authorization_used_for_another_request' })
    expect(body).not.toHaveProperty('agent_token')
    expect(await bountiesOfPayer()).toHaveLength(1)
    expect(await balance()).toBe(fundsAtomic - 50n * usdc)
  })

  test('copied from the chain, with a challenge of the copier’s own for the same body: no token', async () => {
    const header = await sign()
    expect((await pay(header)).status).toBe(201)
    const [offer] = decodePaymentRequiredHeader(
      (await fetch(url, postBounty())).headers.get('payment-required')!,
    ).accepts
    const copied = alterPayment(header, (payload) => {
      payload.accepted = offer!
    })
    const response = await pay(copied)
    expect(response.status).toBe(402)
    const body = await bodyOf(response)
    expect(body).toMatchObject({ reason: 'authorization_already_used' })
    // The only token is the one of the documented example.
    expect(JSON.stringify(body).replaceAll(agentToken, '')).not.toContain('cairn_bounty_')
    expect(await bountiesOfPayer()).toHaveLength(1)
  })

  test.each([
    [
      'the amount it says it accepts',
      'no_matching_requirements',
      (p: PaymentPayload) => (p.accepted.amount = '1'),
    ],
    [
      'the amount of the authorization',
      'invalid_exact_evm_payload_authorization_value',
      (p: PaymentPayload) => (authorizationOf(p).value = '1'),
    ],
    [
      'the recipient, to our revenue',
      'no_matching_requirements',
      (p: PaymentPayload) => (p.accepted.payTo = revenue),
    ],
    [
      'the recipient of the authorization, to our revenue',
      'invalid_exact_evm_payload_recipient_mismatch',
      (p: PaymentPayload) => (authorizationOf(p).to = revenue),
    ],
    [
      'the signature',
      'invalid_exact_evm_payload_signature',
      (p: PaymentPayload) => (authorizationOf(p).nonce = `0x${'0e'.repeat(32)}`),
    ],
    ['the challenge', 'challenge_missing', (p: PaymentPayload) => (p.accepted.extra = {})],
  ])('with another %s', async (_, reason, change) => {
    const response = await pay(alterPayment(await sign(), change))
    expect(response.status).toBe(402)
    expect(await bodyOf(response)).toMatchObject({ error: 'payment_required', reason })
    await untouched()
  })

  test('of a wallet that holds too little', async () => {
    const init = postBounty({ amount_usdc: 201 })
    const response = await pay(await sign(init, arc), init)
    expect(response.status).toBe(402)
    expect(await bodyOf(response)).toMatchObject({
      reason: 'insufficient_funds',
      message: expect.stringMatching(/^The wallet holds less than 201\.00 USDC on Arc\. Nothing was charged/),
    })
    await untouched(arc)
  })

  test('a bounty’s payment buys no data, and a payment for data no bounty', async () => {
    await publishTestObservations(database)
    const query = jsonPost({ aoi: { type: 'Point', coordinates: [2.2945, 48.8584] } })
    const queryUrl = `${service.url}/api/v1/spatial/query`
    const forBounty = await sign()
    expect(await bodyOf(await fetch(queryUrl, withPayment(query, forBounty)))).toMatchObject({
      reason: 'no_matching_requirements',
    })
    const forData = await signPayment({ url: queryUrl, init: query, payer, network: base })
    expect(await bodyOf(await pay(forData))).toMatchObject({ reason: 'no_matching_requirements' })
    await untouched()
  })
})

function authorizationOf(payload: PaymentPayload): Record<string, string> {
  return payload.payload.authorization as Record<string, string>
}
