import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { type CallToolResult, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fundUsdc } from '../lib/sandbox/chain-controls.ts'
import { type LocalChains, startChains } from '../lib/sandbox/chains.ts'
import { wantedBounty } from '../lib/sandbox/testing/bounty-request.ts'
import { createTestDatabase, type TestDatabase } from '../lib/sandbox/testing/database.ts'
import { publishTestObservations } from '../lib/sandbox/testing/observations.ts'
import {
  type PaidService,
  settingsFor,
  startPaidService,
  usdcBalance,
} from '../lib/sandbox/testing/paid-service.ts'
import { until } from '../lib/sandbox/testing/until.ts'
import { createToolServer } from './server.ts'
import { readSettings } from './settings.ts'
import type { Signer } from './wallet.ts'

const base = 'eip155:8453'
const arc = 'eip155:5042'
type Network = typeof base | typeof arc
const area = { aoi: { type: 'Point', coordinates: [2.2945, 48.8584] }, from: '2020-01-01', to: '2026-11-20' }
const allowBounties = { CAIRN_MAX_PER_BOUNTY: '60', CAIRN_CONFIRM_BOUNTIES: 'never' }

let chains: LocalChains
let database: TestDatabase
let service: PaidService
let observationId: string

beforeAll(async () => {
  ;[chains, database] = await Promise.all([startChains(), createTestDatabase()])
  service = await startPaidService({
    settings: settingsFor({ chains, databaseUrl: database.url, baseUrl: 'http://cairn.test' }),
  })
  ;[observationId] = (await publishTestObservations(database)) as [string]
})
afterAll(async () => {
  await service?.close()
  await Promise.all([chains?.stop(), database?.close()])
})

let home: string
let key: `0x${string}`
let open: { close: () => Promise<void> }[]
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'cairn-agent-'))
  key = generatePrivateKey()
  open = []
  for (const { rpcUrl, usdc } of Object.values(chains.networks))
    await fundUsdc(rpcUrl, usdc, privateKeyToAccount(key).address, 200_000_000n)
})
afterEach(async () => {
  await Promise.all(open.map((one) => one.close()))
  rmSync(home, { recursive: true, force: true })
})

const spent = async (network: Network = base) =>
  200_000_000n - (await usdcBalance(chains.networks[network], privateKeyToAccount(key).address))

/** The server in a process of its own, with the SDK's client before it. */
async function start(
  settings: Record<string, string> = {},
  options: { answer?: 'accept' | 'decline' } = {},
): Promise<{
  call: (name: string, args?: object) => Promise<CallToolResult>
  kill: () => void
  said: () => string
  questions: string[]
}> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(import.meta.dirname, 'main.ts')],
    env: { CAIRN_URL: service.url, CAIRN_WALLET_KEY: key, CAIRN_HOME: home, ...settings },
    stderr: 'pipe',
  })
  let said = ''
  transport.stderr!.on('data', (chunk) => {
    said += chunk
  })
  const { answer } = options
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: answer ? { elicitation: {} } : {} },
  )
  const questions: string[] = []
  if (answer)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      questions.push(params.message)
      return { action: answer, ...(answer === 'accept' ? { content: { pay: true } } : {}) }
    })
  await client.connect(transport)
  await client.listTools()
  open.push(client)
  return {
    call: (name, args = {}) =>
      client.callTool({ name, arguments: args as Record<string, unknown> }) as Promise<CallToolResult>,
    kill: () => void process.kill(transport.pid!, 'SIGKILL'),
    said: () => said,
    questions,
  }
}

const textOf = (result: CallToolResult, index = 0) => (result.content[index] as { text: string }).text
const ordersIn = () => {
  try {
    return readdirSync(join(home, 'bounties')).filter((name) => name.endsWith('.json'))
  } catch {
    return []
  }
}
const journal = () =>
  readFileSync(join(home, 'spending.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('the tools over stdio', () => {
  test.each([base, arc] as const)('pay a query and an observation on %s', async (network) => {
    const { call, said } = await start()
    const found = await call('cairn_query_coverage', { ...area, network })
    expect(found.structuredContent).toMatchObject({
      observations: [{ observation_id: observationId }],
      payment: {
        amount_usdc: '0.01',
        network,
        transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        payer: privateKeyToAccount(key).address,
      },
      budgets_left: { session_usdc: '0.99', day_usdc: '4.99' },
    })
    expect(JSON.parse(textOf(found))).toEqual(found.structuredContent)
    expect(textOf(found, 1)).toContain('Left: 0.99 this session, 4.99 today')
    const one = await call('cairn_get_observation', { observation_id: observationId, network })
    expect(one.structuredContent).toMatchObject({ geohash: 'u09tun', payment: { amount_usdc: '0.005' } })
    expect(await spent(network)).toBe(15_000n)
    expect(journal().map(({ event, tool, amount_usdc }) => [event, tool, amount_usdc])).toEqual([
      ['signed', 'cairn_query_coverage', '0.01'],
      ['paid', 'cairn_query_coverage', '0.01'],
      ['signed', 'cairn_get_observation', '0.005'],
      ['paid', 'cairn_get_observation', '0.005'],
    ])
    expect(said()).toContain('paying from')
    expect(said() + JSON.stringify(journal())).not.toContain(key.slice(2))
  })

  test('refuse a price above a cap with both numbers, and sign nothing', async () => {
    const { call } = await start({ CAIRN_MAX_PER_CALL: '0.001' })
    const refused = await call('cairn_query_coverage', area)
    expect(refused.isError).toBe(true)
    expect(textOf(refused)).toBe(
      'price 0.01, cap 0.001 (USDC): no signature was made; raise CAIRN_MAX_PER_CALL',
    )
    expect(() => journal()).toThrow('ENOENT')
    expect(await spent()).toBe(0n)
  })

  test('pay none that the owner has not listed', async () => {
    const { call } = await start({ CAIRN_PAYEES: `0x${'11'.repeat(20)}`, CAIRN_NETWORKS: base })
    expect(textOf(await call('cairn_query_coverage', area))).toContain('CAIRN_PAYEES')
    expect(textOf(await call('cairn_query_coverage', { ...area, network: arc }))).toContain('CAIRN_NETWORKS')
    expect(await spent()).toBe(0n)
  })

  test('are read-only without a key: what is free works, the others say why', async () => {
    const { call, said } = await start({ CAIRN_WALLET_KEY: '' })
    const verified = await call('cairn_verify_provenance', { hash: observationId })
    expect(verified.structuredContent).toMatchObject({ verified: true })
    for (const name of [
      'cairn_query_coverage',
      'cairn_get_observation',
      'cairn_post_bounty',
      'cairn_bounty_status',
      'cairn_accept_submission',
      'cairn_cancel_bounty',
    ]) {
      const refused = await call(name, { ...area, bounty_id: 'x' })
      expect(refused.isError, name).toBe(true)
      expect(textOf(refused)).toContain('set CAIRN_WALLET_KEY')
    }
    expect(said()).toContain('read-only')
  })

  test('of two servers share the cap of a day, whichever is first', async () => {
    const settings = { CAIRN_MAX_PER_DAY: '0.05' }
    const servers = await Promise.all([start(settings), start(settings)])
    const calls = servers.flatMap(({ call }) =>
      [1, 2, 3, 4].map((limit) => call('cairn_query_coverage', { ...area, limit })),
    )
    const results = await Promise.all(calls)
    expect(results.filter((result) => !result.isError)).toHaveLength(5)
    for (const refused of results.filter((result) => result.isError))
      expect(textOf(refused)).toContain('raise CAIRN_MAX_PER_DAY')
    expect(await spent()).toBe(50_000n)
    const later = await start(settings)
    expect(textOf(await later.call('cairn_query_coverage', area))).toContain('raise CAIRN_MAX_PER_DAY')
  })

  test('say what the service says against a call, and sign nothing for it', async () => {
    const { call } = await start()
    const refused = await call('cairn_query_coverage', { ...area, limit: 0 })
    expect(textOf(refused)).toContain('limit: must be')
    expect(textOf(refused)).toContain('No signature was made')
    const missing = await call('cairn_get_observation', { observation_id: 'ff'.repeat(32) })
    expect(textOf(missing)).toContain('not_found')
    expect(await spent()).toBe(0n)
  })
})

/** The server in this process, which tells of each signature. */
async function startHere(
  given: Record<string, string>,
  options: { client?: Client; patienceMs?: number; onSign?: () => void } = {},
): Promise<(name: string, args?: object, signal?: AbortSignal) => Promise<CallToolResult>> {
  const account = privateKeyToAccount(key)
  const signer = {
    address: account.address,
    signTypedData: (message: Parameters<typeof account.signTypedData>[0]) => {
      options.onSign?.()
      return account.signTypedData(message)
    },
  } as Signer
  const settings = readSettings(
    { CAIRN_URL: service.url, CAIRN_HOME: home, ...given },
    { url: undefined, userHome: home },
  )
  const { patienceMs } = options
  const server = await createToolServer({ settings, signer, ...(patienceMs ? { patienceMs } : {}) })
  const client = options.client ?? new Client({ name: 'test', version: '1' })
  const [here, there] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(there), client.connect(here)])
  open.push(client)
  return (name, args = {}, signal) =>
    client.callTool({ name, arguments: args as Record<string, unknown> }, undefined, {
      ...(signal ? { signal } : {}),
    }) as Promise<CallToolResult>
}

describe('a signature', () => {
  test('is made once for each call that is paid, and never for one above a cap', async () => {
    let signatures = 0
    const onSign = () => {
      signatures += 1
    }
    const refused = [
      [{ CAIRN_MAX_PER_CALL: '0.001' }, 'cairn_query_coverage', area, '0.01, cap 0.001 '],
      [{ CAIRN_MAX_PER_SESSION: '0.001' }, 'cairn_query_coverage', area, '0.01, cap 0.001 '],
      [{ CAIRN_MAX_PER_DAY: '0.001' }, 'cairn_query_coverage', area, '0.01, cap 0.001 '],
      [{}, 'cairn_post_bounty', wantedBounty, '50.00, cap 0.00 '],
      [{ CAIRN_MAX_PER_BOUNTY: '49.5' }, 'cairn_post_bounty', wantedBounty, '50.00, cap 49.50 '],
    ] as const
    for (const [caps, name, args, numbers] of refused) {
      const call = await startHere({ CAIRN_CONFIRM_BOUNTIES: 'never', ...caps }, { onSign })
      expect(textOf(await call(name, args))).toContain(`price ${numbers}`)
    }
    expect(signatures).toBe(0)
    const call = await startHere({}, { onSign })
    expect((await call('cairn_query_coverage', area)).isError).toBeUndefined()
    expect(signatures).toBe(1)
  })

  test('whose look-up was not answered is sent again by the same call, and pays once', async () => {
    let signatures = 0
    const onSign = () => {
      signatures += 1
    }
    let where: Stop = 'before the answer'
    const gate = await openGate(() => where)
    open.push(gate)
    const call = await startHere({ CAIRN_URL: gate.url }, { patienceMs: 1_500, onSign })
    const lost = await call('cairn_query_coverage', area)
    expect(textOf(lost)).toContain('Make the same call again')
    where = 'nowhere'
    const found = await call('cairn_query_coverage', area)
    expect(found.structuredContent).toMatchObject({ observations: [{ observation_id: observationId }] })
    expect(signatures).toBe(1)
    expect(await spent()).toBe(10_000n)
    expect(journal().map(({ event }) => event)).toEqual(['signed', 'unanswered', 'paid'])
    await call('cairn_query_coverage', area)
    expect(signatures).toBe(2)
  })
})

describe('a bounty over stdio', () => {
  test('is paid after its owner has agreed, and found again without being named', async () => {
    const first = await start({ CAIRN_MAX_PER_BOUNTY: '60' }, { answer: 'accept' })
    const posted = await first.call('cairn_post_bounty', { ...wantedBounty, network: arc })
    expect(posted.structuredContent).toMatchObject({
      status: 'paid',
      payment: { amount_usdc: '50.00', network: arc },
      budgets_left: { session_usdc: '11.00' },
    })
    expect(JSON.stringify(posted)).not.toContain('agent_token')
    expect(first.questions).toHaveLength(1)
    expect(first.questions[0]).toContain('Pay 50.00 USDC on eip155:5042')
    expect(first.questions[0]).toContain(wantedBounty.brief)
    expect(await spent(arc)).toBe(50_000_000n)

    const [file] = ordersIn()
    const path = join(home, 'bounties', file!)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(join(home, 'bounties')).mode & 0o777).toBe(0o700)
    const { agent_token } = JSON.parse(readFileSync(path, 'utf8')).answer
    expect(agent_token.length).toBeGreaterThan(40)

    const { bounty_id } = posted.structuredContent as { bounty_id: string }
    const second = await start()
    const all = await second.call('cairn_bounty_status')
    expect(all.structuredContent).toMatchObject({ bounties: [{ bounty_id, status: 'paid' }], unanswered: [] })
    const one = await second.call('cairn_bounty_status', { bounty_id })
    expect(one.structuredContent).toMatchObject({ bounties: [{ bounty_id }] })
    const cancelled = await second.call('cairn_cancel_bounty', { bounty_id })
    expect(textOf(cancelled)).toContain('not_open')
    const accepted = await second.call('cairn_accept_submission', { bounty_id, submission_id: 'none' })
    expect(textOf(accepted)).toContain('not_open')
    expect(textOf(await second.call('cairn_cancel_bounty', { bounty_id: 'another' }))).toContain(
      'holds no token',
    )
  })

  test.each([
    ['its owner declines', { CAIRN_MAX_PER_BOUNTY: '60' }, 'decline', 'did not agree'],
    ['nobody can be asked', { CAIRN_MAX_PER_BOUNTY: '60' }, undefined, 'CAIRN_CONFIRM_BOUNTIES=never'],
    ['the owner allows none', {}, 'accept', 'price 50.00, cap 0.00 (USDC)'],
    [
      'the session has room for less',
      { CAIRN_MAX_PER_BOUNTY: '60', CAIRN_MAX_PER_SESSION: '49' },
      'accept',
      'raise CAIRN_MAX_PER_SESSION',
    ],
  ] as const)('is not signed when %s', async (_, settings, answer, words) => {
    const { call, questions } = await start(settings, answer ? { answer } : {})
    const refused = await call('cairn_post_bounty', wantedBounty)
    expect(refused.isError).toBe(true)
    expect(textOf(refused)).toContain(words)
    expect(textOf(refused)).toContain('no signature was made')
    expect(questions).toHaveLength(answer === 'decline' ? 1 : 0)
    expect(ordersIn()).toEqual([])
    expect(await spent()).toBe(0n)
  })

  test('is not signed for a caller that has given up before its owner agrees', async () => {
    let agree = () => {}
    const agreed = new Promise<void>((resolve) => {
      agree = resolve
    })
    const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } })
    let asked = false
    client.setRequestHandler(ElicitRequestSchema, async () => {
      asked = true
      await agreed
      return { action: 'accept', content: { pay: true } }
    })
    const call = await startHere({ CAIRN_MAX_PER_BOUNTY: '60' }, { client })
    const gaveUp = new AbortController()
    const lost = call('cairn_post_bounty', wantedBounty, gaveUp.signal).catch((error: Error) => error)
    await until(() => asked, { what: 'the owner is asked' })
    gaveUp.abort()
    agree()
    expect(await lost).toBeInstanceOf(Error)
    const status = await call('cairn_bounty_status')
    expect(status.structuredContent).toMatchObject({ bounties: [], unanswered: [] })
    expect(() => journal()).toThrow('ENOENT')
    expect(await spent()).toBe(0n)
  })

  test('that the service refuses after it was signed is not sent again', async () => {
    key = generatePrivateKey()
    const { call } = await start(allowBounties)
    const refused = await call('cairn_post_bounty', wantedBounty)
    expect(textOf(refused)).toContain('holds less than')
    expect(textOf(refused)).toContain('is not sent again')
    expect(journal().map(({ event }) => event)).toEqual(['signed', 'refused'])
    const status = await call('cairn_bounty_status')
    expect(status.structuredContent).toMatchObject({ bounties: [], unanswered: [], refused: [] })
  })
})

/** Stands before the service, and stops a paid request where a test says. */
type Gate = { url: string; close: () => Promise<void>; reached: () => boolean }
type Stop = 'before the service' | 'before the answer' | 'nowhere'

async function openGate(stop: () => Stop): Promise<Gate> {
  let reached = false
  const server: Server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const headers = incoming.headers as Record<string, string>
    const isPaid = 'payment-signature' in headers
    if (isPaid && stop() === 'before the service') {
      reached = true
      return
    }
    const answer = await fetch(service.url + incoming.url, {
      method: incoming.method!,
      headers: Object.fromEntries(
        Object.entries(headers).filter(([name]) => !['host', 'connection', 'content-length'].includes(name)),
      ),
      ...(incoming.method === 'POST' ? { body: Buffer.concat(chunks) } : {}),
    })
    const text = await answer.text()
    if (isPaid && stop() === 'before the answer') {
      reached = true
      return
    }
    const names = ['content-type', 'payment-required', 'payment-response', 'retry-after']
    const passed = names.flatMap((name) => {
      const value = answer.headers.get(name)
      return value === null ? [] : [[name, value]]
    })
    outgoing.writeHead(answer.status, Object.fromEntries(passed))
    outgoing.end(text, () => {
      reached ||= isPaid
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reached: () => reached,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

describe('a server killed while it posts a bounty', () => {
  /** Kills it at a point, and has another one look. */
  async function killAt(stop: Stop, isThere: (gate: Gate) => boolean): Promise<CallToolResult> {
    let where = stop
    const gate = await openGate(() => where)
    open.push(gate)
    const settings = { ...allowBounties, CAIRN_URL: gate.url }
    const { call, kill } = await start(settings)
    const lost = call('cairn_post_bounty', wantedBounty).catch(() => {})
    await until(() => isThere(gate), { what: 'the point' })
    kill()
    await lost
    where = 'nowhere'
    const next = await start(settings)
    return next.call('cairn_bounty_status')
  }

  const points: [string, Stop, (gate: Gate) => boolean][] = [
    ['the order is on disk', 'before the service', () => ordersIn().length > 0],
    ['the payment is on its way', 'before the service', (gate) => gate.reached()],
    ['the bounty is paid and its answer on the way', 'before the answer', (gate) => gate.reached()],
    ['the answer arrives', 'nowhere', (gate) => gate.reached()],
  ]
  test.each(points)('when %s leaves a bounty that is found, and paid once', async (_, stop, isThere) => {
    const status = await killAt(stop, isThere)
    expect(status.structuredContent).toMatchObject({
      bounties: [{ title: wantedBounty.title, amount_usdc: 50 }],
      unanswered: [],
      refused: [],
    })
    expect(await spent()).toBe(50_000_000n)
    expect(ordersIn()).toHaveLength(1)
  })
})

describe('an order without an answer', () => {
  test('is the answer to the same order, and stands before any other', async () => {
    let where: Stop = 'before the answer'
    const gate = await openGate(() => where)
    open.push(gate)
    const settings = { ...allowBounties, CAIRN_URL: gate.url }
    const { call, kill } = await start(settings)
    const lost = call('cairn_post_bounty', wantedBounty).catch(() => {})
    await until(() => gate.reached(), { what: 'the bounty is paid' })
    kill()
    await lost
    await gate.close()

    const away = await start(settings)
    const refused = await away.call('cairn_post_bounty', { ...wantedBounty, title: 'Another one' })
    expect(textOf(refused)).toContain('no other order is signed')
    expect((await away.call('cairn_bounty_status')).structuredContent).toMatchObject({
      bounties: [],
      unanswered: [{ title: wantedBounty.title }],
    })

    where = 'nowhere'
    const again = await openGate(() => where)
    open.push(again)
    // The same service at another address is another service: its orders are its own.
    const elsewhere = await start({ ...settings, CAIRN_URL: again.url })
    expect((await elsewhere.call('cairn_bounty_status')).structuredContent).toMatchObject({ bounties: [] })
  })

  test('is answered by the same call', async () => {
    let where: Stop = 'before the answer'
    const gate = await openGate(() => where)
    open.push(gate)
    const settings = { ...allowBounties, CAIRN_URL: gate.url }
    const { call, kill } = await start(settings)
    const lost = call('cairn_post_bounty', wantedBounty).catch(() => {})
    await until(() => gate.reached(), { what: 'the bounty is paid' })
    kill()
    await lost
    where = 'nowhere'
    const next = await start(settings)
    const posted = await next.call('cairn_post_bounty', wantedBounty)
    expect(posted.structuredContent).toMatchObject({ title: wantedBounty.title, status: 'paid' })
    expect(await spent()).toBe(50_000_000n)
    expect(ordersIn()).toHaveLength(1)
  })
})
