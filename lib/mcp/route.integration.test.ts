import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { PaymentPayload, PaymentRequired, SettleResponse } from '@x402/core/types'
import { appendPaymentIdentifierToExtensions } from '@x402/extensions/payment-identifier'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { interfaceVersion } from '#lib/http/documents/openapi'
import { toolOperations } from '#lib/mcp/tools'
import { type LocalChains, startChains } from '#sandbox/chains'
import { wantedBounty } from '#testing/bounty-request'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { testQuery as area, publishTestObservations } from '#testing/observations'
import {
  createPayer,
  type PaidService,
  type Payer,
  payingClient,
  settingsFor,
  startPaidService,
  usdcBalance,
} from '#testing/paid-service'

const base = 'eip155:8453'
const arc = 'eip155:5042'
type Network = typeof base | typeof arc
const paymentKey = 'x402/payment'
const receiptKey = 'x402/payment-response'

let chains: LocalChains
let database: TestDatabase
let service: PaidService
let payer: Payer
let client: Client
let observationId: string

beforeAll(async () => {
  ;[chains, database] = await Promise.all([startChains(), createTestDatabase()])
  service = await startPaidService({
    settings: settingsFor({ chains, databaseUrl: database.url, baseUrl: 'http://cairn.test' }),
  })
  ;[observationId] = (await publishTestObservations(database)) as [string]
  client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`)))
  // From here on the client validates every result against the schema of its tool.
  await client.listTools()
})
afterAll(async () => {
  await client?.close()
  await service?.close()
  await Promise.all([chains?.stop(), database?.close()])
})
beforeEach(async () => {
  payer = await createPayer(chains)
})

const balance = (network: Network = base) => usdcBalance(chains.networks[network], payer.address)
const call = (name: string, args: object, payment?: unknown) =>
  client.callTool({
    name,
    arguments: args as Record<string, unknown>,
    ...(payment === undefined ? {} : { _meta: { [paymentKey]: payment } }),
  }) as Promise<CallToolResult>
const textOf = (result: CallToolResult, index = 0) => (result.content[index] as { text: string }).text
const receiptOf = (result: CallToolResult) => result._meta?.[receiptKey] as SettleResponse

/** Pays the offer in a result, as a paying client does. */
async function sign(
  name: string,
  args: object,
  network: Network = base,
  identifier?: string,
): Promise<PaymentPayload> {
  const offered = (await call(name, args)).structuredContent as PaymentRequired
  if (identifier !== undefined) appendPaymentIdentifierToExtensions(offered.extensions!, identifier)
  return payingClient(payer, [network]).createPaymentPayload(offered)
}

const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

describe('the tools over HTTP', () => {
  test('are those that operations describe, with the current price', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(toolOperations.map(({ name }) => name))
    expect(tools.length).toBeGreaterThanOrEqual(7)
    expect(tools[0]!.description).toContain('spends 0.01 USDC')
    const status = tools.find((tool) => tool.name === 'cairn_bounty_status')!
    expect(status.inputSchema.required).toEqual(['bounty_id', 'agent_token'])
    expect(status.annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true })
  })

  test('say before anything else that a sandbox is a demonstration, and have the version of the interface', () => {
    expect(client.getInstructions()).toMatch(
      /^Demonstration: .+Never sign with a wallet that holds real USDC/,
    )
    expect(client.getServerVersion()).toMatchObject({ version: interfaceVersion })
  })

  test('check a hash for free', async () => {
    const result = await call('cairn_verify_provenance', { hash: observationId })
    expect(result.structuredContent).toMatchObject({ verified: true, geohash: 'u09tun' })
    expect(JSON.parse(textOf(result))).toEqual(result.structuredContent)
  })

  test('list the coverage for free, of a box or of the globe', async () => {
    const around = await call('cairn_list_coverage', { bbox: '2.2,48.8,2.4,48.9' })
    expect(around.structuredContent).toEqual({ precision: 4, cells: ['u09t'] })
    expect(JSON.parse(textOf(around))).toEqual(around.structuredContent)
    const elsewhere = await call('cairn_list_coverage', { bbox: '-30,30,-29,31' })
    expect(elsewhere.structuredContent).toEqual({ precision: 4, cells: [] })
    const globe = await call('cairn_list_coverage', {})
    expect(globe.structuredContent).toMatchObject({ cells: expect.arrayContaining(['u09t']) })
    const wrong = await call('cairn_list_coverage', { bbox: 'paris' })
    expect(JSON.parse(textOf(wrong))).toMatchObject({ error: 'invalid_request', field: 'bbox' })
  })

  test('name the argument that is wrong as the tool calls it', async () => {
    const result = await call('cairn_get_observation', { observation_id: 'no hash' })
    expect(result.isError).toBe(true)
    const refusal = JSON.parse(textOf(result))
    expect(refusal).toMatchObject({ error: 'invalid_request', field: 'observation_id' })
    expect(refusal.message).toMatch(/^observation_id must be /)
  })

  test('answer an unpaid call with the offer, twice the same, and a sentence', async () => {
    const result = await call('cairn_query_coverage', area)
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toMatchObject({
      x402Version: 2,
      resource: { url: 'http://cairn.test/mcp' },
      accepts: [
        { network: base, amount: '10000' },
        { network: arc, amount: '10000' },
      ],
    })
    // For directories, and larger than the price: a model does not need it.
    expect((result.structuredContent as PaymentRequired).extensions).not.toHaveProperty('bazaar')
    expect(JSON.stringify(result).length).toBeLessThan(7_000)
    expect(JSON.parse(textOf(result))).toEqual(result.structuredContent)
    const buys =
      'Captures in cells (about 1 km) that touch a circle of 500 m around 48.8584° N, 2.2945° E, from 2020-01-01T00:00:00Z to 2026-11-20T00:00:00Z'
    expect(result.structuredContent).toMatchObject({ buys: expect.stringContaining(buys) })
    expect(textOf(result, 1)).toContain('costs 0.01 USDC')
    expect(textOf(result, 1)).toContain(`It buys: ${buys}`)
  })

  test('name in the offer the arguments that were ignored', async () => {
    const offered = await call('cairn_query_coverage', { ...area, radius: 3000 })
    const ignored = 'Ignored, because this request has no such member: "radius" (did you mean "radius_m"?).'
    expect(offered.structuredContent).toMatchObject({
      buys: expect.stringContaining(ignored),
      ignored: ['radius'],
    })
    expect(textOf(offered, 1)).toContain(ignored)
  })

  test('say in the offer that a query would be empty, for programs and in words', async () => {
    const nowhere = { ...area, aoi: { type: 'Point', coordinates: [-30, 30] } }
    const offered = await call('cairn_query_coverage', nowhere)
    expect(offered.structuredContent).toMatchObject({ would_be_empty: true })
    expect(textOf(offered, 1)).toContain('the answer would be empty')
    expect((await call('cairn_query_coverage', area)).structuredContent).not.toHaveProperty('would_be_empty')
  })

  test.each([base, arc] as const)('sell a query on %s for exactly 0.01 USDC', async (network) => {
    const payment = await sign('cairn_query_coverage', area, network)
    const result = await call('cairn_query_coverage', area, payment)
    expect(result.isError).toBeUndefined()
    expect(result.structuredContent).toMatchObject({ observations: [{ observation_id: observationId }] })
    expect(receiptOf(result)).toMatchObject({ success: true, network, amount: '10000' })
    expect(await balance(network)).toBe(990_000n)
  })

  test('answer the same payment again without a second charge, and over plain HTTP as well', async () => {
    const args = { observation_id: observationId }
    const payment = await sign('cairn_get_observation', args)
    const results = await Promise.all(
      Array.from({ length: 4 }, () => call('cairn_get_observation', args, payment)),
    )
    expect(new Set(results.map((result) => textOf(result))).size).toBe(1)
    expect(new Set(results.map((result) => receiptOf(result).transaction)).size).toBe(1)
    const overHttp = await fetch(`${service.url}/api/v1/observations/${observationId}`, {
      headers: { 'payment-signature': Buffer.from(JSON.stringify(payment)).toString('base64') },
    })
    expect(await overHttp.text()).toBe(textOf(results[0]!))
    expect(await balance()).toBe(995_000n)
  })

  test('sell once under one identifier, also if signed again', async () => {
    const args = { observation_id: observationId }
    const before = await balance()
    const signed = [0, 1].map(() => sign('cairn_get_observation', args, base, 'one-look-of-a-tool-call'))
    const [first, again] = await Promise.all(signed)
    const bought = await call('cairn_get_observation', args, first)
    const repeated = await call('cairn_get_observation', args, again)
    expect(repeated.structuredContent).toEqual(bought.structuredContent)
    expect(receiptOf(repeated)).toEqual(receiptOf(bought))
    expect(before - (await balance())).toBe(5_000n)
  })

  test('take the payment of one call for no other', async () => {
    const payment = await sign('cairn_query_coverage', area)
    const other = await call('cairn_query_coverage', { ...area, limit: 1 }, payment)
    expect(other.structuredContent).toMatchObject({ error: 'challenge_mismatch', x402Version: 2 })
    const another = await call('cairn_get_observation', { observation_id: observationId }, payment)
    expect(another.isError).toBe(true)
    expect(await balance()).toBe(1_000_000n)
  })

  test('withhold the answer when the payment cannot be settled', async () => {
    const payment = await sign('cairn_query_coverage', area)
    payment.payload = { ...payment.payload, signature: `0x${'11'.repeat(65)}` }
    const result = await call('cairn_query_coverage', area, payment)
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toMatchObject({ error: expect.stringContaining('signature') })
    expect(JSON.stringify(result)).not.toContain(observationId)
    for (const nonsense of [null, 'paid', 7, { x402Version: 2 }]) {
      const refused = await call('cairn_query_coverage', area, nonsense)
      expect(refused.structuredContent).toMatchObject({ error: 'invalid_payload' })
    }
  })

  test('charge nothing for unknown ids and invalid requests', async () => {
    const args = { observation_id: 'ff'.repeat(32) }
    const missing = await call('cairn_get_observation', args, await sign('cairn_get_observation', args))
    expect(JSON.parse(textOf(missing))).toMatchObject({ error: 'not_found' })
    const wrong = await call('cairn_query_coverage', { ...area, limit: 0 })
    expect(JSON.parse(textOf(wrong))).toMatchObject({ error: 'invalid_request', field: 'limit' })
    expect(await balance()).toBe(1_000_000n)
  })

  test('post a bounty, and open it with its token only', async () => {
    payer = await createPayer(chains, 60_000_000n)
    const order = { ...wantedBounty, brief: `${wantedBounty.brief}\n\nPlace: u281z5` }
    const offered = await call('cairn_post_bounty', order)
    expect(offered.structuredContent).toMatchObject({ buys: expect.stringContaining('in the cell u281z5') })
    const payment = await sign('cairn_post_bounty', order)
    const posted = await call('cairn_post_bounty', order, payment)
    expect(posted.structuredContent).toMatchObject({ status: 'paid', amount_usdc: 50 })
    expect(textOf(posted, 1)).toBe('The place of this bounty is the cell u281z5.')
    const { bounty_id, agent_token } = posted.structuredContent as { bounty_id: string; agent_token: string }
    expect(await balance()).toBe(10_000_000n)
    const status = await call('cairn_bounty_status', { bounty_id, agent_token })
    expect(status.structuredContent).toMatchObject({
      bounty_id,
      submissions: [],
      untrusted_text: { title: expect.stringMatching(/^<untrusted-[0-9a-f]{16}>\n/), notes: [] },
    })
    expect(status.structuredContent).not.toHaveProperty('title')
    expect(status.structuredContent).not.toHaveProperty('brief')
    for (const token of ['another', 'not a token\n', '', undefined]) {
      const refused = await call('cairn_bounty_status', { bounty_id, agent_token: token })
      expect(JSON.parse(textOf(refused))).toMatchObject({ error: 'unauthorized' })
    }
    const accepted = await call('cairn_accept_submission', {
      bounty_id,
      agent_token,
      submission_id: 'none',
    })
    expect(JSON.parse(textOf(accepted))).toMatchObject({ error: 'not_open' })
    const refused = await call('cairn_cancel_bounty', { bounty_id, agent_token })
    expect(JSON.parse(textOf(refused))).toMatchObject({ error: 'not_open' })
    const { sql } = service.ctx
    await sql`update bounty set state = 'creating' where bounty_id = ${bounty_id}`
    await sql`
      update bounty set state = 'open', onchain_id = 1, post_is_final = true, create_tx = decode(${'ab'.repeat(32)}, 'hex')
      where bounty_id = ${bounty_id}`
    for (const time of ['first', 'second']) {
      const cancelled = await call('cairn_cancel_bounty', { bounty_id, agent_token })
      expect(cancelled.isError, time).toBeUndefined()
      expect(cancelled.structuredContent).toMatchObject({ bounty_id, status: 'cancelling' })
    }
  })

  test('cannot be led to another path', async () => {
    for (const hash of ['..', '.', '', '../observations/x', 7]) {
      const result = await call('cairn_verify_provenance', { hash })
      expect(JSON.parse(textOf(result)), String(hash)).toMatchObject({ error: 'invalid_request' })
    }
  })
})

test('a coverage with an argument that it does not have is refused, and not that of the globe', async () => {
  const refused = await call('cairn_list_coverage', { box: '2,48,3,49' })
  expect(refused.isError).toBe(true)
  expect(JSON.parse(textOf(refused))).toMatchObject({
    error: 'invalid_request',
    field: 'box',
    message: expect.stringContaining('box is no parameter of this request, which has only: bbox'),
  })
  const { status } = await fetch(`${service.url}/api/coverage?bbox=2,48,3,49&limit=5`)
  expect(status).toBe(400)
})

describe('the endpoint', () => {
  test('answers programs and our own pages, and no page of another origin', async () => {
    expect((await post(listing)).status).toBe(200)
    expect((await post(listing, { origin: 'http://cairn.test' })).status).toBe(200)
    for (const origin of ['http://evil.test', 'null', 'http://cairn.test.evil.test']) {
      const refused = await post(listing, { origin })
      expect(refused.status, origin).toBe(403)
      expect(await refused.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32600 } })
    }
  })

  test('refuses in the form of the protocol', async () => {
    const refused: [status: number, code: number, answer: Promise<Response>][] = [
      [405, -32600, fetch(`${service.url}/mcp`)],
      [405, -32600, fetch(`${service.url}/mcp`, { method: 'DELETE' })],
      [400, -32700, post('{')],
      [400, -32700, post('7')],
      [400, -32600, post('')],
      [400, -32600, post([listing, listing])],
      [413, -32600, post(JSON.stringify('x'.repeat(1_048_576)))],
      [400, -32000, post(listing, { 'mcp-protocol-version': '1999-01-01' })],
      [406, -32000, post(listing, { accept: 'text/html' })],
      [415, -32000, post(listing, { 'content-type': 'text/plain' })],
      [200, -32601, post({ ...listing, method: 'nothing/there' })],
      [200, -32602, post({ ...listing, method: 'tools/call', params: { name: 'cairn_nothing' } })],
      [
        200,
        -32602,
        post({ ...listing, method: 'tools/call', params: { name: 'cairn_list_coverage', arguments: [] } }),
      ],
      [200, -32602, post({ ...listing, method: 'tools/call' })],
      [400, -32600, post({})],
      [400, -32600, post({ jsonrpc: '2.0', id: 1 })],
    ]
    for (const [index, [status, code, answer]] of refused.entries()) {
      const response = await answer
      expect([index, response.status]).toEqual([index, status])
      const told = await response.json()
      expect(told).toMatchObject({ jsonrpc: '2.0', error: { code } })
      expect(told.error.message).not.toContain('"path"')
      if (status === 406)
        expect(told.error.message).toContain('"Accept: application/json, text/event-stream"')
    }
  })

  test('stores no session and no answer', async () => {
    const response = await post(listing)
    expect(response.headers.get('mcp-session-id')).toBeNull()
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })
})
