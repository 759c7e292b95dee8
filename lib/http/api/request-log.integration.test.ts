import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requestLog, requestLogGap } from '#db/schema/request-log'
import { filesRoute } from '#lib/http/files/files'
import { route } from '#lib/http/route'
import { uploadsRoute } from '#lib/http/uploads/uploads'
import { mcpRoute } from '#lib/mcp/route'
import { signIn } from '#lib/operations/accounts'
import { getBoardBounty, listBoard } from '#lib/operations/board'
import { createBounty, getBounty } from '#lib/operations/bounties'
import { getEnterpriseStatus, queryGroundTruth } from '#lib/operations/enterprise'
import { queryObservations } from '#lib/operations/observations'
import { lookUpProofs, search } from '#lib/operations/proofs'
import { makeKey } from '#lib/services/api-keys/make-key'
import { forgetRequests } from '#lib/services/requests/forget-requests'
import { requestLogOf } from '#lib/services/requests/request-log'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { jsonPost } from '#testing/paid-service'
import { openUnchained, type UnchainedContext } from '#testing/unchained-context'
import { origin } from '#testing/unchained-settings'
import { until } from '#testing/until'

let database: TestDatabase
let ctx: UnchainedContext
const open = async () => ctx

beforeAll(async () => {
  database = await createTestDatabase()
  ctx = await openUnchained(database.url)
})
afterAll(async () => {
  await requestLogOf(ctx).flush()
  await ctx.close()
  await database.close()
})
beforeEach(async () => {
  await requestLogOf(ctx).flush()
  await database.sql`truncate request_log, request_log_gap`
})

const rows = async () => {
  await requestLogOf(ctx).flush()
  return database.db.select().from(requestLog).orderBy(requestLog.at)
}
const get = (path: string, headers: Record<string, string> = {}) => new Request(origin + path, { headers })
const post = (path: string, body: unknown, headers: Record<string, string> = {}) => {
  const init = jsonPost(body)
  return new Request(origin + path, { ...init, headers: { ...init.headers, ...headers } })
}
/** Requests the price of a query. */
const asking = () => new Request(origin + queryObservations.path, { method: 'POST' })

describe('the request log', () => {
  test('has a refusal by the id its caller was given, in the words it was told, without anybody waiting for it', async () => {
    const unknown = `bty_${randomBytes(16).toString('hex')}`
    const path = getBoardBounty.path.replace('{bounty_id}', unknown)
    const response = await route(getBoardBounty, open).GET(get(path))
    const body = (await response.json()) as { message: string }
    const id = response.headers.get('x-request-id')!
    const [row] = await until(
      async () => {
        const found = await database.db.select().from(requestLog)
        return found.length > 0 && found
      },
      { what: 'the request is written down' },
    )
    expect(row).toMatchObject({
      requestId: id,
      operation: 'getBoardBounty',
      method: 'GET',
      status: 404,
      code: 'not_found',
      message: body.message,
      bountyId: unknown,
      cause: null,
      traceId: null,
    })
  })

  test('has what asks for a price, what key holders ask, and no free read that went well', async () => {
    const { key, prefix } = await makeKey({ ctx, input: { account: 'Log', tier: 'trial', expiresAt: null } })
    await route(listBoard, open).GET(get(listBoard.path))
    await route(lookUpProofs, open).POST(post(lookUpProofs.path, { sha256: ['ab'.repeat(32)] }))
    await route(getEnterpriseStatus, open).GET(
      get(getEnterpriseStatus.path, { authorization: `Bearer ${key}` }),
    )
    await route(queryObservations, open).POST(asking())
    expect((await rows()).map(({ operation, status, apiKey }) => [operation, status, apiKey])).toEqual([
      ['getEnterpriseStatus', 200, prefix],
      ['queryObservations', 402, null],
    ])
  })

  test('tells the price of a request without a payment from a refused payment', async () => {
    await route(queryObservations, open).POST(asking())
    const aoi = { type: 'Point', coordinates: [2.29, 48.85] }
    await route(queryObservations, open).POST(
      post(queryObservations.path, { aoi }, { 'payment-signature': 'none' }),
    )
    expect((await rows()).map(({ status, isQuote }) => [status, isQuote])).toEqual([
      [402, true],
      [402, false],
    ])
  })

  test('says of a fault of ours why, without the values that were in it', async () => {
    const broken = { ...listBoard, run: () => Promise.reject(new Error('no row for "Rue de Rivoli" 0xabc')) }
    await route(broken, open).GET(get(listBoard.path))
    expect(await rows()).toMatchObject([{ status: 500, code: 'internal', cause: 'no row for <value> 0xabc' }])
  })

  test('holds a call of a tool by the id of the request that brought it', async () => {
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'cairn_query_coverage', arguments: {} },
    }
    const response = await mcpRoute(open).POST(
      post('/mcp', call, { accept: 'application/json, text/event-stream' }),
    )
    expect(response.status).toBe(200)
    const [row, ...others] = await rows()
    expect(others).toEqual([])
    expect(row).toMatchObject({
      requestId: response.headers.get('x-request-id'),
      operation: 'queryObservations',
    })
  })
})

test('the log has no secret, place or address of any request', async () => {
  const secrets = {
    bearer: randomBytes(24).toString('base64url'),
    cookie: randomBytes(24).toString('base64url'),
    agent: `canary-${randomBytes(8).toString('hex')}`,
    link: randomBytes(40).toString('base64url'),
    forwarded: '203.0.113.77',
    latitude: '48.858371',
    longitude: '2.294482',
    word: `hunter${randomBytes(3).toString('hex')}`,
    wallet: `0x${randomBytes(20).toString('hex')}`,
    signature: `0x${randomBytes(65).toString('hex')}`,
  }
  const place = { type: 'Point', coordinates: [Number(secrets.longitude), Number(secrets.latitude)] }
  const carried = {
    authorization: `Bearer ${secrets.bearer}`,
    cookie: `__Host-cairn_session=${secrets.cookie}`,
    'user-agent': secrets.agent,
    'x-forwarded-for': secrets.forwarded,
    'payment-signature': Buffer.from(JSON.stringify({ payload: secrets.signature })).toString('base64'),
  }
  const word = encodeURIComponent(secrets.word)
  const odd = {
    [secrets.word]: place,
    aoi: { ...place, [secrets.word]: secrets.signature },
    note: secrets.word,
  }
  const asked: [string, Promise<Response>][] = [
    ['price', route(queryObservations, open).POST(post(queryObservations.path, odd, carried))],
    ['area', route(queryObservations, open).POST(post(queryObservations.path, { aoi: place }, carried))],
    [
      'order',
      route(createBounty, open).POST(post(createBounty.path, { brief: secrets.word, ...odd }, carried)),
    ],
    ['bounty', route(getBounty, open).GET(get(`/api/v1/bounties/${word}?token=${secrets.bearer}`, carried))],
    ['board', route(listBoard, open).GET(get(`${listBoard.path}?near=${word}&sort=${word}`, carried))],
    ['search', route(search, open).GET(get(`${search.path}?q=${word}&q=${secrets.latitude}`, carried))],
    ['key', route(queryGroundTruth, open).POST(post(queryGroundTruth.path, odd, carried))],
    [
      'sign-in',
      route(signIn, open).POST(
        post(signIn.path, { message: `${secrets.wallet} ${secrets.word}`, signature: secrets.signature }),
      ),
    ],
    ['file', filesRoute(open).GET(get(`/files/${secrets.link}/${secrets.word}.mp4`, carried))],
    ['upload', uploadsRoute(open).PATCH(get(`/api/board/uploads/${word}`, carried))],
    [
      'tool',
      mcpRoute(open).POST(
        post(
          '/mcp',
          { jsonrpc: '2.0', id: 1, method: secrets.word, params: odd, [secrets.word]: 1 },
          carried,
        ),
      ),
    ],
  ]
  for (const [, response] of asked) await response
  const kept = await rows()
  expect(kept.length).toBeGreaterThanOrEqual(8)
  const written = JSON.stringify(kept).toLowerCase()
  for (const [name, secret] of Object.entries(secrets))
    expect(written.includes(secret.toLowerCase()), `${name} in ${written}`).toBe(false)
  for (const { requestId: _, at: _at, ...row } of kept)
    expect(JSON.stringify(row)).not.toMatch(/\d\.\d{4}|\b\d{1,3}(\.\d{1,3}){3}\b/)
})

test('a flood of one kind fills no disk, hides no other kind, and is known by its number', async () => {
  const refuse = route({ ...listBoard, run: () => Promise.reject(new Error('x')) }, open)
  const unknown = `${origin}/api/board/bounties/bty_${'0'.repeat(32)}`
  for (let count = 0; count < 300; count += 1) await route(getBoardBounty, open).GET(new Request(unknown))
  await refuse.GET(get(listBoard.path))
  const kept = await rows()
  const notFound = kept.filter(({ status }) => status === 404 || status === 429)
  expect(kept.filter(({ status }) => status === 500)).toHaveLength(1)
  expect(notFound.length).toBeLessThan(150)
  const gaps = await database.db.select().from(requestLogGap)
  const missing = gaps.reduce((sum, { reason, count }) => sum + (reason === 'flood' ? count : 0), 0)
  expect(notFound.length + missing).toBe(300)
})

test('a flood of price quotes hides no refused payment', async () => {
  const answer = (isQuote: boolean) =>
    requestLogOf(ctx).add({
      requestId: randomUUID(),
      operation: 'x',
      method: 'POST',
      status: 402,
      durationMs: 1,
      notes: { isQuote },
      told: { code: 'flooded', message: '' },
    })
  for (let count = 0; count < 200; count += 1) answer(true)
  answer(false)
  const logged = await rows()
  expect(logged.length).toBeLessThan(150)
  expect(logged.filter(({ isQuote }) => isQuote === false)).toHaveLength(1)
})

test('requests are answered while the log cannot be written, and the gap is recorded once it can', async () => {
  await database.sql`alter table request_log rename to request_log_away`
  const response = await route(queryObservations, open).POST(asking())
  expect(response.status).toBe(402)
  await requestLogOf(ctx).flush()
  await database.sql`alter table request_log_away rename to request_log`
  await route(queryObservations, open).POST(asking())
  expect(await rows()).toHaveLength(1)
  expect(await database.db.select().from(requestLogGap)).toMatchObject([{ reason: 'lost', count: 1 }])
})

test('what is older than it is kept for, or too many, is forgotten in small bites, and nothing else', async () => {
  const old = (days: number) => new Date(Date.now() - days * 86_400_000)
  const row = (days: number) => ({
    requestId: randomUUID(),
    at: old(days),
    operation: 'x',
    method: 'GET',
    status: 404,
    durationMs: 1,
  })
  const days = [29, 30.5, 31, 45, 90]
  await database.db.insert(requestLog).values(days.map(row))
  await database.db.insert(requestLogGap).values({ minute: old(31), reason: 'flood', count: 3 })
  await forgetRequests({ ctx, input: { atOnce: 2 } })
  expect(await rows()).toHaveLength(3)
  await forgetRequests({ ctx, input: { atOnce: 2 } })
  await forgetRequests({ ctx, input: { atOnce: 2 } })
  expect(await rows()).toHaveLength(1)
  expect(await database.db.select().from(requestLogGap)).toEqual([])
  // There are more than the log retains: the newest stay.
  await database.db.insert(requestLog).values([1, 2, 3, 4].map(row))
  await database.sql`analyze request_log`
  await forgetRequests({ ctx, input: { most: 2 } })
  const ages = (await rows()).map(({ at }) => Math.round((Date.now() - at.getTime()) / 86_400_000))
  expect(ages.toSorted()).toEqual([1, 2])
})
