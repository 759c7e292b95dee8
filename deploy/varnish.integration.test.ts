// needs: varnish-xkey
import { createServer, request as forward, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { restoreCapture } from '#lib/services/captures/restore-capture'
import { withdrawCapture } from '#lib/services/captures/withdraw-capture'
import { runWorker } from '#lib/worker/run-worker'
import { schedulesOf } from '#lib/worker/schedules'
import { freePort } from '#sandbox/postgres'
import { anchorTestCaptures } from '#testing/anchored-captures'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { type PaidService, startPaidService } from '#testing/paid-service'
import { unchainedSettings } from '#testing/unchained-settings'
import { until } from '#testing/until'
import { startVarnish, type Varnish } from '#testing/varnish'

// Varnish with the configuration of deploy/, a web, and a worker that does nothing but purge.
let database: TestDatabase
let service: PaidService
let varnish: Varnish
let counter: Server
let stopWorker: () => Promise<void>
/** Requests that reached the web, `METHOD /path`. */
let reached: string[] = []
let treeId = 0

beforeAll(async () => {
  database = await createTestDatabase()
  await start(0)
})
afterAll(async () => {
  await stop()
  await database.close()
})

/** Starts all of it with a limit of free requests per minute; 0 turns the limit off. */
async function start(limit: number): Promise<void> {
  const purgePort = await freePort()
  const settings = {
    ...unchainedSettings(database.url),
    RATE_LIMIT_FREE: String(limit),
    CDN_PURGE_URL: `http://127.0.0.1:${purgePort}/`,
  }
  service = await startPaidService({ settings })
  reached = []
  counter = createServer((incoming, outgoing) => {
    if (incoming.url !== '/api/health') reached.push(`${incoming.method} ${incoming.url}`)
    const { method, headers } = incoming
    const sent = forward(`${service.url}${incoming.url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(sent)
  })
  await new Promise<void>((done) => counter.listen(0, '127.0.0.1', done))
  const webUrl = `http://127.0.0.1:${(counter.address() as AddressInfo).port}`
  varnish = await startVarnish({ webUrl, purgePort })
  const stop = new AbortController()
  const steps = schedulesOf(service.ctx).filter(({ name }) => name === 'purge caches')
  expect(steps).toHaveLength(1)
  const running = runWorker({ ctx: service.ctx, signal: stop.signal, steps })
  stopWorker = async () => {
    stop.abort()
    await running
  }
}

async function stop(): Promise<void> {
  await stopWorker()
  await varnish.close()
  counter.closeAllConnections()
  await new Promise((done) => counter.close(done))
  await service.close()
}

beforeEach(() => {
  reached = []
})

const get = (path: string, init?: RequestInit) => fetch(varnish.url + path, init)
const publish = async (geohash = 'u09tun') => {
  const [sha256] = await anchorTestCaptures(database, {
    treeId: ++treeId,
    geohashes: [geohash],
    capturedAt: '2026-06-01T12:00:00Z',
  })
  return sha256!
}
const withdraw = (sha256: string) =>
  service.ctx.db.transaction((tx) =>
    withdrawCapture({ ctx: service.ctx, tx, input: { sha256, reason: 'privacy' } }),
  )

test('a cached answer is sent to everyone without a request to the web, and without headers of the first client', async () => {
  const path = `/api/v1/provenance/${await publish()}`
  const first = await get(path, { headers: { cookie: 'a=1', 'user-agent': 'one' } })
  const body = await first.text()
  for (let times = 0; times < 20; times++) expect(await (await get(path)).text()).toBe(body)
  expect(reached).toEqual([`GET ${path}`])
  const again = await get(path)
  expect(JSON.parse(body)).toMatchObject({ verified: true })
  // Only Varnish is told of withdrawals, so others may store it for a second.
  expect(again.headers.get('cache-control')).toBe('public, max-age=1')
  const etag = again.headers.get('etag')!
  expect(etag).toMatch(/^"[\w-]{22}"$/)
  for (const name of [
    'ratelimit',
    'ratelimit-policy',
    'x-request-id',
    'set-cookie',
    'surrogate-key',
    'cdn-cache-control',
    'vary',
  ])
    expect(again.headers.get(name), name).toBeNull()
  const known = await get(path, { headers: { 'if-none-match': etag } })
  expect([known.status, await known.text()]).toEqual([304, ''])
  const head = await get(path, { method: 'HEAD' })
  expect([head.status, head.headers.get('etag')]).toEqual([200, etag])
  const part = await get(path, { headers: { range: 'bytes=0-9' } })
  expect([part.status, await part.text()]).toEqual([206, body.slice(0, 10)])
  expect(reached).toHaveLength(1)
})

test('a withdrawal, and its reversal, change every stored answer that shows them', async () => {
  const sha256 = await publish('gcpvj0')
  const paths = {
    provenance: `/api/v1/provenance/${sha256}`,
    // Another spelling of the same question is stored separately.
    upperCase: `/api/v1/provenance/${sha256.toUpperCase()}`,
    query: `/api/v1/provenance/${sha256}?utm_source=x`,
    proof: `/api/proofs/${sha256}`,
    coverage: '/api/coverage?bbox=-0.3,51.4,0.1,51.6',
    count: '/api/withdrawals',
  }
  const readAll = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(paths).map(async ([name, path]) => [name, await (await get(path)).text()] as const),
      ),
    )
  const before = await readAll()
  const asked = reached.length
  expect(await readAll()).toEqual(before)
  expect(reached).toHaveLength(asked)
  await withdraw(sha256)
  const withdrawn = await until(
    async () => {
      const now = await readAll()
      return Object.keys(paths).every((name) => now[name] !== before[name]) && now
    },
    { what: 'the withdrawal in every answer' },
  )
  for (const name of ['provenance', 'upperCase', 'query', 'proof'])
    expect(JSON.parse(withdrawn[name]!), name).toHaveProperty('withdrawn_at')
  expect(JSON.parse(withdrawn.coverage!).cells).toEqual([])
  const { ctx } = service
  await ctx.db.transaction((tx) => restoreCapture({ ctx, tx, input: { sha256 } }))
  await until(
    async () => {
      const now = await readAll()
      return Object.keys(paths).every((name) => now[name] === before[name])
    },
    { what: 'the answers from before the withdrawal' },
  )
})

test('a withdrawal leaves what is stored about other captures', async () => {
  const [one, other] = [await publish(), await publish()]
  const path = `/api/v1/provenance/${other}`
  await get(path)
  await get(`/api/v1/provenance/${one}`)
  await withdraw(one)
  await until(async () => 'withdrawn_at' in (await (await get(`/api/v1/provenance/${one}`)).json()), {
    what: 'the withdrawal',
  })
  await get(path)
  expect(reached.filter((request) => request === `GET ${path}`)).toHaveLength(1)
})

test('refusals and failures are fetched again each time', async () => {
  const { db } = service.ctx
  for (const [path, status] of [
    ['/api/trees/999999', 404],
    ['/api/v1/provenance/xyz', 400],
    ['/api/v1/nothing', 404],
    [`/api/v1/observations/${await publish()}`, 402],
  ] as const) {
    const asked = reached.length
    for (let times = 0; times < 3; times++) expect((await get(path)).status, path).toBe(status)
    expect(reached, path).toHaveLength(asked + 3)
  }
  const path = `/api/v1/provenance/${await publish()}`
  Object.assign(service.ctx, { db: undefined })
  const sql = service.ctx.sql
  Object.assign(service.ctx, { sql: undefined })
  expect((await get(path)).status).toBe(500)
  Object.assign(service.ctx, { db, sql })
  expect(await (await get(path)).json()).toMatchObject({ verified: true })
})

test('a file that was unknown is shown as attested once it is, without a purge', async () => {
  const path = `/api/v1/provenance/${'ab'.repeat(32)}`
  const unknown = await get(path)
  expect(await unknown.json()).toMatchObject({ verified: false })
  expect(unknown.headers.get('cache-control')).toBe('public, max-age=1')
  const asked = reached.length
  await until(async () => (await get(path)).ok && reached.length > asked, {
    what: 'a second request to the web',
  })
})

test('what pays or has a credential never comes from the cache', async () => {
  const path = `/api/v1/provenance/${await publish()}`
  await get(path)
  const asked = reached.length
  await get(path, { headers: { authorization: 'Bearer abc' } })
  await get(path, { headers: { 'payment-signature': 'e30=' } })
  expect(reached).toHaveLength(asked + 2)
})

test('no header of a request changes what others get', async () => {
  const sha256 = await publish()
  const tricks: Record<string, string>[] = [
    ...[{ 'x-forwarded-host': 'evil.example' }, { 'x-forwarded-proto': 'http' }, { forwarded: 'host=evil' }],
    ...[{ 'x-http-method-override': 'DELETE' }, { 'x-original-url': '/api/health' }, { accept: 'text/html' }],
    ...[{ 'accept-language': 'sv' }, { origin: 'https://evil.example' }, { range: 'bytes=0-3' }],
    ...[{ 'if-none-match': '*' }, { 'if-modified-since': new Date().toUTCString() }, { cookie: 'session=1' }],
    ...[{ 'surrogate-key': 'x' }, { xkey: 'x' }, { 'cache-control': 'no-store' }, { traceparent: 'x' }],
  ]
  const plain = await (await fetch(`${service.url}/api/v1/provenance/${sha256}`)).text()
  for (const [index, headers] of tricks.entries()) {
    // Each trick is the first request for an address of its own.
    const path = `/api/v1/provenance/${sha256}?try=${index}`
    await get(path, { headers })
    const after = await get(path)
    expect([after.status, await after.text()], JSON.stringify(headers)).toEqual([200, plain])
    expect(after.headers.get('access-control-allow-origin')).toBe('*')
  }
})

test('answers are purged on the port for it alone', async () => {
  const path = `/api/v1/provenance/${await publish()}`
  await get(path)
  const keys = { 'surrogate-key': `capture-${path.split('/').at(-1)}` }
  const asked = reached.length
  for (const to of ['/', path]) await get(to, { method: 'POST', headers: keys })
  await get(path)
  expect(reached.slice(asked)).not.toContain(`GET ${path}`)
})

test('only what misses the cache counts against the limit, and a refusal is not stored', async () => {
  await stop()
  await start(2)
  const path = `/api/v1/provenance/${await publish()}`
  const others = ['1', '2'].map((digit) => `/api/v1/provenance/${digit.repeat(64)}`)
  expect((await get(path)).status).toBe(200)
  expect((await get(others[0]!)).status).toBe(200)
  for (let times = 0; times < 3; times++) expect((await get(others[1]!)).status).toBe(429)
  expect(reached.filter((request) => request.endsWith(others[1]!))).toHaveLength(3)
  for (let times = 0; times < 10; times++) expect((await get(path)).status).toBe(200)
})
