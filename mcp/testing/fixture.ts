import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { type CallToolResult, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type LocalChains, startChains } from '../../sandbox/chains.ts'
import { compiledCode } from '../../sandbox/compiled-code.ts'
import { fundUsdc } from '../../sandbox/local-chain.ts'
import { wantedBounty as unplacedBounty } from '../../testing/bounty-request.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { publishTestObservations } from '../../testing/observations.ts'
import { type PaidService, settingsFor, startPaidService, usdcBalance } from '../../testing/paid-service.ts'
import { createToolServer } from '../server.ts'
import { readSettings } from '../settings.ts'
import type { Signer } from '../wallet.ts'

export const base = 'eip155:8453'
export const arc = 'eip155:5042'
type Network = typeof base | typeof arc
/** An order without a place line, which its caller says it wants. */
export const wantedBounty = { ...unplacedBounty, pay_without_place: true }
export const area = {
  aoi: { type: 'Point', coordinates: [2.2945, 48.8584] },
  from: '2020-01-01',
  to: '2026-11-20',
}

/** Fixture of the tests of the stdio server: a service with a capture, and an agent with a funded wallet for each test. */
type Fixture = {
  chains: LocalChains
  service: PaidService
  observationId: string
  /** The agent's folder, the key of its wallet, and what to close after the test. */
  home: string
  key: `0x${string}`
  open: { close: () => Promise<void> }[]
  /** From the machine's clock to one on which the test begins at noon in UTC, so that a day of budgets does not end in it. */
  clockOffsetMs: number
}
export const fixture = {} as Fixture

export function setStage(): void {
  let database: TestDatabase
  beforeAll(async () => {
    ;[fixture.chains, database] = await Promise.all([startChains(), createTestDatabase()])
    fixture.service = await startPaidService({
      settings: settingsFor({
        chains: fixture.chains,
        databaseUrl: database.url,
        baseUrl: 'http://cairn.test',
      }),
    })
    ;[fixture.observationId] = (await publishTestObservations(database)) as [string]
  })
  afterAll(async () => {
    await fixture.service?.close()
    await Promise.all([fixture.chains?.stop(), database?.close()])
  })
  beforeEach(async () => {
    fixture.home = mkdtempSync(join(tmpdir(), 'cairn-agent-'))
    fixture.key = generatePrivateKey()
    fixture.open = []
    fixture.clockOffsetMs = new Date().setUTCHours(12, 0, 0, 0) - Date.now()
    for (const { rpcUrl, usdc } of Object.values(fixture.chains.networks))
      await fundUsdc(rpcUrl, usdc, privateKeyToAccount(fixture.key).address, 200_000_000n)
  })
  afterEach(async () => {
    await Promise.all(fixture.open.map((one) => one.close()))
    rmSync(fixture.home, { recursive: true, force: true })
  })
}

export const spent = async (network: Network = base) =>
  200_000_000n -
  (await usdcBalance(fixture.chains.networks[network], privateKeyToAccount(fixture.key).address))

/** A client of the SDK. With an `answer` its owner can be asked, and gives that answer to every question. */
export function openClient(answer?: 'accept' | 'decline'): { client: Client; questions: string[] } {
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
  return { client, questions }
}

/** The server in a process of its own, with a client of the SDK. */
export async function start(
  settings: Record<string, string> = {},
  options: { answer?: 'accept' | 'decline'; atNoon?: boolean } = {},
): Promise<{
  call: (name: string, args?: object) => Promise<CallToolResult>
  kill: () => void
  said: () => string
  questions: string[]
}> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(import.meta.dirname, options.atNoon ? 'noon-main.ts' : '../main.ts')],
    env: {
      NODE_COMPILE_CACHE: compiledCode,
      CAIRN_URL: fixture.service.url,
      CAIRN_WALLET_KEY: fixture.key,
      CAIRN_HOME: fixture.home,
      CLOCK_OFFSET_MS: String(fixture.clockOffsetMs),
      ...settings,
    },
    stderr: 'pipe',
  })
  let said = ''
  transport.stderr!.on('data', (chunk) => {
    said += chunk
  })
  const { client, questions } = openClient(options.answer)
  await client.connect(transport)
  await client.listTools()
  fixture.open.push(client)
  return {
    call: (name, args = {}) =>
      client.callTool({ name, arguments: args as Record<string, unknown> }) as Promise<CallToolResult>,
    kill: () => void process.kill(transport.pid!, 'SIGKILL'),
    said: () => said,
    questions,
  }
}

export const textOf = (result: CallToolResult, index = 0) => (result.content[index] as { text: string }).text
export const ordersIn = () => {
  try {
    return readdirSync(join(fixture.home, 'bounties')).filter((name) => name.endsWith('.json'))
  } catch {
    return []
  }
}
export const journal = () =>
  readFileSync(join(fixture.home, 'spending.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

/** The server in this process, with a callback for each signature. */
export async function startHere(
  given: Record<string, string>,
  options: { client?: Client; patienceMs?: () => number; onSign?: () => void; hasKey?: boolean } = {},
): Promise<(name: string, args?: object, signal?: AbortSignal) => Promise<CallToolResult>> {
  const account = privateKeyToAccount(fixture.key)
  const signer = {
    address: account.address,
    signTypedData: (message: Parameters<typeof account.signTypedData>[0]) => {
      options.onSign?.()
      return account.signTypedData(message)
    },
  } as Signer
  const settings = readSettings(
    { CAIRN_URL: fixture.service.url, CAIRN_HOME: fixture.home, ...given },
    { url: undefined, userHome: fixture.home },
  )
  const { patienceMs, hasKey = true } = options
  const { clockOffsetMs } = fixture
  const server = await createToolServer({
    settings,
    signer: hasKey ? signer : undefined,
    now: () => new Date(Date.now() + clockOffsetMs),
    ...(patienceMs ? { patienceMs } : {}),
  })
  const client = options.client ?? new Client({ name: 'test', version: '1' })
  const [here, there] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(there), client.connect(here)])
  fixture.open.push(client)
  return (name, args = {}, signal) =>
    client.callTool({ name, arguments: args as Record<string, unknown> }, undefined, {
      ...(signal ? { signal } : {}),
    }) as Promise<CallToolResult>
}

/** A proxy in front of the service that stops a paid request at a chosen point. */
export type Gate = { url: string; close: () => Promise<void>; reached: () => boolean }
export type Stop = 'before the service' | 'before the answer' | 'nowhere'

export async function openGate(stop: () => Stop): Promise<Gate> {
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
    const answer = await fetch(fixture.service.url + incoming.url, {
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
