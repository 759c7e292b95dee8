import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { parseAbiItem } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { capture } from '#db/schema/capture'
import { observation } from '#db/schema/observation'
import { chainTx } from '#db/schema/outbox'
import { workerHeartbeat } from '#db/schema/service'
import { tree } from '#db/schema/tree'
import { demoKey } from '#lib/adapters/demo-keys'
import { type LocalChains, startChains } from '#sandbox/chains'
import { compiledCode } from '#sandbox/compiled-code'
import { openLocal } from '#sandbox/local-chain'
import { sandboxVariables } from '#sandbox/settings'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { startTcpProxy } from '#testing/tcp-proxy'
import { until } from '#testing/until'

const attested = parseAbiItem(
  'event Attested(address indexed recipient, address indexed attester, bytes32 uid, bytes32 indexed schemaUID)',
)
const root = join(import.meta.dirname, '../..')

let database: TestDatabase
let chains: LocalChains
let variables: Record<string, string>
const running = new Set<ChildProcess>()

beforeAll(async () => {
  database = await createTestDatabase()
  chains = await startChains()
  const secrets = {
    secretKey: 's'.repeat(32),
    cronSecret: 'c'.repeat(32),
    enterpriseApiKey: 'unused',
    pushKey: '',
  }
  variables = sandboxVariables({
    databaseUrl: database.url,
    baseUrl: 'http://127.0.0.1',
    chains,
    secrets,
    mediaFolder: join(tmpdir(), 'cairn-test-media'),
  })
})
afterEach(async () => {
  await Promise.all([...running].map((child) => kill(child, 'SIGKILL')))
  // Otherwise the last heartbeat of a killed worker would be taken for one of the next worker.
  await database.db.delete(workerHeartbeat)
})
afterAll(async () => {
  await chains.stop()
  await database.close()
})

function startWorker(changes: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, ['--conditions=react-server', join(root, 'lib/cli/worker.ts')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      NODE_COMPILE_CACHE: compiledCode,
      ...variables,
      ...changes,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  child.stdout!.resume()
  return child
}

async function kill(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exit = once(child, 'exit')
  child.kill(signal)
  const [code] = (await exit) as [number | null]
  return code
}

async function ingest(count: number): Promise<void> {
  await database.db.insert(capture).values(
    Array.from({ length: count }, (_, index) => ({
      sha256: new Uint8Array(randomBytes(32)),
      cell: 700_000 + index,
      capturedAt: new Date('2026-05-01T12:00:00Z'),
      salt: new Uint8Array(randomBytes(32)),
    })),
  )
}

const trees = () => database.db.select().from(tree).orderBy(asc(tree.treeId))

async function endsCleanly(signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
  const worker = startWorker()
  await until(async () => (await database.db.$count(workerHeartbeat)) === 1, { what: 'a heartbeat' })
  // One that had to be cut off ends with 128 and the signal's number.
  expect(await kill(worker, signal)).toBe(0)
  expect(await database.db.$count(workerHeartbeat)).toBe(0)
}

test('SIGTERM ends a worker cleanly, before it has to be cut off', () => endsCleanly('SIGTERM'))

test('SIGINT ends a worker cleanly too', { tags: 'thorough' }, () => endsCleanly('SIGINT'))

test('wrong settings are named and end it with status 1', { tags: 'thorough' }, async () => {
  const worker = startWorker({ SECRET_KEY: 'short', ANCHOR_MAX_LEAVES: 'many' })
  const said: Buffer[] = []
  worker.stderr!.on('data', (chunk: Buffer) => said.push(chunk))
  const [code] = (await once(worker, 'close')) as [number]
  expect(code).toBe(1)
  expect(Buffer.concat(said).toString()).toMatch(/SECRET_KEY: .*\n.*ANCHOR_MAX_LEAVES: /)
})

test('starts while a network does not answer, and ends with status 1 if that endpoint turns out to serve another chain', {
  tags: 'thorough',
}, async () => {
  const proxy = await startTcpProxy(chains.networks['eip155:8453'].rpcUrl)
  await proxy.cut()
  const worker = startWorker({ RPC_URLS_5042: proxy.url, LOG_LEVEL: 'silent' })
  const said: Buffer[] = []
  worker.stderr!.on('data', (chunk: Buffer) => said.push(chunk))
  const ended = once(worker, 'close') as Promise<[number]>
  await until(async () => (await database.db.$count(workerHeartbeat)) === 1, { what: 'a heartbeat' })
  await proxy.restore()
  expect((await ended)[0]).toBe(1)
  expect(Buffer.concat(said).toString()).toMatch(/no answer from Arc\n(.*\n)*.*this is chain 8453, not 5042/)
  await proxy.close()
  await database.db.delete(workerHeartbeat)
})

test('killed again and again while it attests: each capture is attested and published exactly once', {
  tags: 'thorough',
}, async () => {
  const total = 60
  await ingest(total)
  const anchoring = { ANCHOR_MAX_LEAVES: '10', LOG_LEVEL: 'silent' }
  for (let kills = 0; kills < 4; kills++) {
    const before = { trees: (await trees()).length, sent: await sentCount() }
    const worker = startWorker(anchoring)
    // Alternately right after a tree was built and right after a transaction was signed.
    await until(
      async () =>
        kills % 2 === 0 ? (await trees()).length > before.trees : (await sentCount()) > before.sent,
      { what: 'something to be cut short' },
    )
    await kill(worker, 'SIGKILL')
    await ingest(10)
  }
  const worker = startWorker(anchoring)
  const all = total + 40
  await until(async () => (await database.db.$count(observation)) === all, {
    what: 'everything is published',
  })
  expect(await kill(worker, 'SIGTERM')).toBe(0)

  const rows = await trees()
  expect(rows.map((row) => [row.treeId, row.state])).toEqual(rows.map((_, index) => [index + 1, 'final']))
  expect(rows.reduce((sum, row) => sum + row.leafCount, 0)).toBe(all)
  const { rpcUrl, eas } = chains.networks['eip155:8453']
  const attester = privateKeyToAddress(demoKey('anchor'))
  const logs = await openLocal(rpcUrl).getLogs({
    address: eas!,
    event: attested,
    args: { attester },
    fromBlock: 0n,
  })
  expect(logs.map((log) => log.args.uid).sort()).toEqual(
    rows.map((row) => `0x${Buffer.from(row.attestUid!).toString('hex')}`).sort(),
  )
})

async function sentCount(): Promise<number> {
  return database.db.$count(chainTx, eq(chainTx.sender, privateKeyToAddress(demoKey('anchor')).toLowerCase()))
}
