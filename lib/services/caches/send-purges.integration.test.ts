import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { parseEnv } from '#lib/adapters/env'
import { requestPurge } from '#lib/services/caches/request-purge'
import { sendPurges, untilNextPurge } from '#lib/services/caches/send-purges'
import { restoreCapture } from '#lib/services/captures/restore-capture'
import { withdrawCapture } from '#lib/services/captures/withdraw-capture'
import { anchorTestCaptures } from '#testing/anchored-captures'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { unchainedSettings } from '#testing/unchained-settings'

const token = 'a-secret-of-the-cdn'
let database: TestDatabase
let cdn: Server
let url: string
let status = 200
let purges: { headers: IncomingHttpHeaders; tags: string[] }[] = []
/** Called by the receiver of a purge before it answers. */
let onPurge: () => Promise<unknown> = async () => {}

beforeAll(async () => {
  database = await createTestDatabase()
  cdn = createServer(async (request, response) => {
    const parts = await Array.fromAsync(request)
    purges.push({ headers: request.headers, ...JSON.parse(Buffer.concat(parts).toString()) })
    await onPurge()
    response.writeHead(status).end(`no, ${token}`)
  })
  await new Promise<void>((done) => cdn.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}/purge`
})
afterAll(async () => {
  cdn.closeAllConnections()
  await new Promise((done) => cdn.close(done))
  await database.close()
})
beforeEach(async () => {
  await database.sql`truncate cache_purge`
  status = 200
  purges = []
  onPurge = async () => {}
})

const ctxWith = (settings: Record<string, string>) => ({
  ...database,
  env: parseEnv({ ...unchainedSettings(database.url), ...settings }),
})
const withCdn = () => ctxWith({ CDN_PURGE_URL: url, CDN_PURGE_TOKEN: token })
const request = (sha256: string, ctx = withCdn()) =>
  database.db.transaction((tx) => requestPurge({ ctx, tx, input: { sha256 } }))
const rows = () =>
  database.sql`select key, remaining, due_at <= now() as is_due from cache_purge order by key`
const makeDue = () => database.sql`update cache_purge set due_at = now()`
const sha256 = 'ab'.repeat(32)

test('a withdrawal and a restoration purge the capture and what lists many, in the forms of Fastly, Varnish and Cloudflare', async () => {
  const ctx = withCdn()
  const [id] = (await anchorTestCaptures(database, {
    treeId: 1,
    geohashes: ['u09tun'],
    capturedAt: '2026-06-01T12:00:00Z',
  })) as [string]
  await database.db.transaction((tx) => withdrawCapture({ ctx, tx, input: { sha256: id, reason: 'rights' } }))
  await sendPurges({ ctx })
  await database.db.transaction((tx) => restoreCapture({ ctx, tx, input: { sha256: id } }))
  await sendPurges({ ctx })
  expect(purges).toHaveLength(2)
  for (const { headers, tags } of purges) {
    expect(tags.toSorted()).toEqual([`capture-${id}`, 'withdrawals'])
    expect(headers['surrogate-key']).toBe(tags.join(' '))
    expect([headers.authorization, headers['fastly-key']]).toEqual([`Bearer ${token}`, token])
  }
})

test('a purge is repeated after the answers that were on their way, and then forgotten', async () => {
  const ctx = withCdn()
  await request(sha256)
  await sendPurges({ ctx })
  expect(await rows()).toMatchObject([
    { key: `capture-${sha256}`, remaining: 1, is_due: false },
    { key: 'withdrawals', remaining: 1, is_due: false },
  ])
  expect(await untilNextPurge({ ctx })).toBeGreaterThan(50_000)
  await sendPurges({ ctx })
  expect(purges).toHaveLength(1)
  await makeDue()
  await sendPurges({ ctx })
  expect(purges).toHaveLength(2)
  expect(await rows()).toEqual([])
  expect(await untilNextPurge({ ctx })).toBeUndefined()
})

test('a purge that is refused stays due, and the error names neither the token nor the answer', async () => {
  const ctx = withCdn()
  await request(sha256)
  status = 503
  await expect(sendPurges({ ctx })).rejects.toThrow(/^CDN_PURGE_URL answered 503$/)
  expect(await rows()).toMatchObject([
    { remaining: 2, is_due: true },
    { remaining: 2, is_due: true },
  ])
  status = 200
  await sendPurges({ ctx })
  expect(await rows()).toMatchObject([{ remaining: 1 }, { remaining: 1 }])
})

test('a redirect is not followed, so only the CDN gets the token', async () => {
  const ctx = withCdn()
  await request(sha256)
  status = 302
  await expect(sendPurges({ ctx })).rejects.toThrow()
  expect(await rows()).toMatchObject([
    { remaining: 2, is_due: true },
    { remaining: 2, is_due: true },
  ])
})

test('a withdrawal during a purge is purged again: the purge may have come before it', async () => {
  const ctx = withCdn()
  await request(sha256)
  onPurge = async () => {
    onPurge = async () => {}
    await request(sha256)
  }
  await sendPurges({ ctx })
  expect(await rows()).toMatchObject([
    { remaining: 2, is_due: true },
    { remaining: 2, is_due: true },
  ])
})

test('a key is sent by one worker, and by another one if that died', async () => {
  const ctx = withCdn()
  await request(sha256)
  onPurge = async () => {
    onPurge = async () => {}
    await sendPurges({ ctx })
  }
  await sendPurges({ ctx })
  expect(purges).toHaveLength(1)
  // Its lease ends.
  await makeDue()
  await sendPurges({ ctx })
  expect(purges).toHaveLength(2)
})

test('only a committed transaction purges, and only in a service with a CDN', async () => {
  const ctx = withCdn()
  const rolledBack = database.db.transaction(async (tx) => {
    await requestPurge({ ctx, tx, input: { sha256 } })
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  await request(sha256, ctxWith({}))
  expect(await rows()).toEqual([])
})

test('a worker without the setting fails instead of losing the purges of the webs', async () => {
  await request(sha256)
  await expect(sendPurges({ ctx: ctxWith({}) })).rejects.toThrow('CDN_PURGE_URL is set only for the webs')
  expect(await rows()).toMatchObject([{ is_due: true }, { is_due: true }])
})

test('many keys are sent in requests that each service accepts', async () => {
  const ctx = withCdn()
  for (let index = 0; index < 70; index++) await request(index.toString(16).padStart(64, '0'))
  while (await sendPurges({ ctx }));
  expect(purges.map(({ tags }) => tags.length)).toEqual([30, 30, 11])
})
