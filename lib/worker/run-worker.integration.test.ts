import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { capture } from '#db/schema/capture'
import { observation } from '#db/schema/observation'
import { chainTx } from '#db/schema/outbox'
import { workerHeartbeat } from '#db/schema/service'
import { tree } from '#db/schema/tree'
import { type Context, type OpenContext, openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { runWorker } from '#lib/worker/run-worker'
import type { Step } from '#lib/worker/step'
import { type LocalChains, startChains } from '#sandbox/chains'
import { freePort } from '#sandbox/postgres'
import { sandboxVariables } from '#sandbox/settings'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { until } from '#testing/until'

let database: TestDatabase
let chains: LocalChains
let variables: Record<string, string>
const closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  chains = await startChains()
  const secrets = {
    secretKey: 's'.repeat(32),
    cronSecret: 'c'.repeat(32),
    enterpriseApiKey: 'unused',
    pushKey: '',
  }
  variables = {
    ...sandboxVariables({
      databaseUrl: database.url,
      baseUrl: 'http://127.0.0.1',
      chains,
      secrets,
      mediaFolder: join(tmpdir(), 'cairn-test-media'),
    }),
    LOG_LEVEL: 'silent',
  }
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
afterAll(async () => {
  await chains.stop()
  await database.close()
})

async function open(changes: Record<string, string> = {}): Promise<OpenContext> {
  const ctx = await openContext(parseEnv({ ...variables, ...changes }), { service: 'test' })
  closing.push(ctx.close)
  return ctx
}

/** Runs a worker in the background; `stop` ends it and waits for that. */
function start(ctx: Context, steps?: Step[]): { stop: () => Promise<void> } {
  const abort = new AbortController()
  const running = runWorker({ ctx, signal: abort.signal, steps })
  const stop = async () => {
    abort.abort()
    await running
  }
  closing.push(stop)
  return { stop }
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

const published = () => database.db.$count(observation)
const workersAlive = () => database.db.$count(workerHeartbeat)

test('captures are attested and published once by two workers', async () => {
  const workers = await Promise.all([1, 2].map(async () => start(await open({ ANCHOR_MAX_LEAVES: '50' }))))
  await until(async () => (await workersAlive()) === 2, { what: 'two heartbeats' })
  // The first one waits for the schema.
  await ingest(1)
  await until(async () => (await published()) === 1, { what: 'the first capture is published' })

  await ingest(120)
  await until(async () => (await published()) === 121, { what: 'all captures are published' })
  const rows = await database.db.select().from(tree).orderBy(tree.treeId)
  expect(rows.map((row) => row.treeId)).toEqual(rows.map((_, index) => index + 1))
  expect(rows.reduce((sum, row) => sum + row.leafCount, 0)).toBe(121)
  const attests = await database.db.select().from(chainTx).where(eq(chainTx.kind, 'attest'))
  expect(attests.map((row) => row.state)).toEqual(rows.map(() => 'final'))
  for (const worker of workers) await worker.stop()
  expect(await workersAlive()).toBe(0)
})

test('a step that fails does not stop the others', async () => {
  const ctx = await open()
  let failures = 0
  let others = 0
  const run = async () => {
    failures += 1
    throw new Error('not yet')
  }
  start(ctx, [
    { name: 'fails', everyMs: 10, run },
    { name: 'works', everyMs: 10, run: async () => void others++ },
  ])
  await until(() => failures > 0, { what: 'a failure' })
  const before = others
  await until(() => others > before + 5, { what: 'the other step goes on' })
})

test('a step that asks to run again soon does not wait for its interval', async () => {
  const ctx = await open()
  let runs = 0
  const run = async () => (++runs < 3 ? { againInMs: 1 } : undefined)
  start(ctx, [{ name: 'goes on by itself', everyMs: 3_600_000, run }])
  await until(() => runs === 3, { what: 'the third run' })
})

test('a notice wakes the steps that listen', async () => {
  const ctx = await open()
  let runs = 0
  start(ctx, [{ name: 'sleeps long', everyMs: 3_600_000, onNotify: true, run: async () => void runs++ }])
  await until(() => runs >= 1, { what: 'the first run' })
  const before = runs
  await until(
    async () => {
      await ctx.sql`select pg_notify('cairn_worker', '')`
      return runs > before
    },
    { what: 'a run after the notice' },
  )
})

test('when the connection for notifications broke and is open again, the steps that listen run', async () => {
  const ctx = await open()
  let runs = 0
  start(ctx, [{ name: 'sleeps long', everyMs: 3_600_000, onNotify: true, run: async () => void runs++ }])
  await until(() => runs >= 1, { what: 'the first run' })
  const listener = await until(
    async () => {
      const [row] = await ctx.sql<{ pid: number }[]>`
        select pid from pg_stat_activity where query ilike 'listen%cairn_worker%' and datname = current_database()`
      return row?.pid
    },
    { what: 'the connection for notices' },
  )
  const before = runs
  await ctx.sql`select pg_terminate_backend(${listener}::int)`
  await until(() => runs > before, { what: 'a run after the loss' })
})

test('the worker stops while a chain leaves a request unanswered', { tags: 'thorough' }, async () => {
  const ctx = await open()
  const worker = start(ctx, [{ name: 'hangs', everyMs: 1_000, run: () => new Promise(() => {}) }])
  await until(async () => (await workersAlive()) === 1, { what: 'its heartbeat' })
  await worker.stop()
  expect(await workersAlive()).toBe(0)
})

test('an unreachable chain stops neither anchoring nor the other sender queues', async () => {
  const nobody = `http://127.0.0.1:${await freePort()}`
  const before = await published()
  start(await open({ RPC_URLS_5042: nobody }))
  await ingest(1)
  await until(async () => (await published()) === before + 1, { what: 'published without Arc' })
})

test('without an anchoring key the captures wait for a worker that has one', {
  tags: 'thorough',
}, async () => {
  const { ANCHOR_KEY: _, ...rest } = variables
  const ctx = await openContext(parseEnv(rest), { service: 'test' })
  closing.push(ctx.close)
  const before = await published()
  const worker = start(ctx)
  await until(async () => (await workersAlive()) === 1, { what: 'its heartbeat' })
  await ingest(1)
  await worker.stop()
  expect(await published()).toBe(before)
  start(await open())
  await until(async () => (await published()) === before + 1, { what: 'the other worker has published' })
})
