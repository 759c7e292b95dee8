import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenContext, openContext } from '#lib/adapters/context'
import { type Env, parseEnv } from '#lib/adapters/env'
import { openFacilitator } from '#lib/adapters/facilitator/open'
import { peerHeader } from '#lib/adapters/peer-address'
import { processValue } from '#lib/adapters/process-value'
import { meterPage } from '#lib/http/api/page-meter'
import { scheduledRoute } from '#lib/http/api/scheduled-route'
import { badgeRoute } from '#lib/http/documents/badge-route'
import { boardFeedRoute } from '#lib/http/documents/board-feed'
import { cardDrawings, cardRoute } from '#lib/http/documents/card-route'
import { route } from '#lib/http/route'
import { mcpRoute } from '#lib/mcp/route'
import { issueNonce } from '#lib/operations/accounts'
import { createBounty, expireBounties } from '#lib/operations/bounties'
import { verifyProvenance } from '#lib/operations/observations'
import { lookUpProofs } from '#lib/operations/proofs'
import { checkReadiness } from '#lib/operations/service'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { origin, unchainedSettings } from '#testing/unchained-settings'

let database: TestDatabase
let opened: OpenContext

beforeAll(async () => {
  database = await createTestDatabase()
  opened = await openContext(envWith({}), { service: 'test', maxConnections: 6 })
})

afterAll(async () => {
  await opened.close()
  await database.close()
})

const envWith = (limits: Record<string, string>): Env =>
  parseEnv({ ...unchainedSettings(database.url), ...limits })

/** Handlers with their own limits, like those of one process. */
const under = (limits: Record<string, string>) => {
  const ctx = { ...opened, env: envWith(limits), facilitator: openFacilitator(opened) }
  return async () => ctx
}

const get = (path: string, headers: Record<string, string>) => new Request(origin + path, { headers })
const hash = `/api/v1/provenance/${'a'.repeat(64)}`

test('a free operation answers so many a minute from one address, and then says when to go on', async () => {
  const { GET } = route(verifyProvenance, under({ RATE_LIMIT_FREE: '3' }))
  const ask = () => GET(get(hash, { [peerHeader]: '198.51.100.1' }))
  const answers = [await ask(), await ask(), await ask(), await ask()]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
  const refused = answers[3]!
  expect(refused.headers.get('ratelimit-policy')).toBe('"free";q=3;w=60')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('ratelimit')).toMatch(/^"free";r=0;t=\d+$/)
  expect(await refused.json()).toMatchObject({ error: 'rate_limited', request_id: expect.any(String) })
})

test('an answer says how many are left, unless caches would tell others the same', async () => {
  const limits = under({ RATE_LIMIT_FREE: '3' })
  const body = JSON.stringify({ sha256: ['a'.repeat(64)] })
  const headers = { 'content-type': 'application/json', [peerHeader]: '198.51.100.8' }
  const own = await route(lookUpProofs, limits).POST(
    new Request(origin + lookUpProofs.path, { method: 'POST', body, headers }),
  )
  expect(own.headers.get('ratelimit')).toMatch(/^"free";r=2;t=\d+$/)
  expect(own.headers.get('ratelimit-policy')).toBe('"free";q=3;w=60')
  const shared = await route(verifyProvenance, limits).GET(get(hash, headers))
  expect(shared.headers.get('cache-control')).toContain('public')
  for (const name of ['ratelimit', 'ratelimit-policy', 'x-request-id', 'set-cookie', 'vary'])
    expect(shared.headers.get(name), name).toBeNull()
})

test('a limit applies across processes, and to one address only', async () => {
  const processes = [1, 2, 3].map(() => route(verifyProvenance, under({ RATE_LIMIT_FREE: '10' })))
  const from = (address: string) =>
    Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        processes[index % 3]!.GET(get(hash, { [peerHeader]: address })),
      ),
    )
  const statuses = (await from('198.51.100.2')).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  expect((await from('198.51.100.3')).filter(({ status }) => status === 200)).toHaveLength(10)
})

test('who was refused by one service is not by another of the same process', async () => {
  const header = { [peerHeader]: '198.51.100.9' }
  const { GET } = route(verifyProvenance, under({ RATE_LIMIT_FREE: '1' }))
  expect([(await GET(get(hash, header))).status, (await GET(get(hash, header))).status]).toEqual([200, 429])
  const elsewhere = await createTestDatabase()
  const env = parseEnv({ ...unchainedSettings(elsewhere.url), RATE_LIMIT_FREE: '1' })
  const other = await openContext(env, { service: 'test', maxConnections: 2 })
  const there = route(verifyProvenance, async () => ({ ...other, facilitator: openFacilitator(other) }))
  expect((await there.GET(get(hash, header))).status).toBe(200)
  await other.close()
  await elsewhere.close()
})

test('nobody escapes a limit by what they write into X-Forwarded-For', async () => {
  const { GET } = route(verifyProvenance, under({ RATE_LIMIT_FREE: '2' }))
  const ask = (forwarded: string) =>
    GET(get(hash, { [peerHeader]: '198.51.100.4', 'x-forwarded-for': forwarded }))
  const answers = [await ask('192.0.2.1'), await ask('192.0.2.2'), await ask('192.0.2.3')]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
})

test('sign-in has a limit of its own, and what machines must see has none', async () => {
  const limits = under({ RATE_LIMIT_FREE: '1', RATE_LIMIT_SIGN_IN: '1', RATE_LIMIT_LIGHT: '1' })
  const peer = { [peerHeader]: '198.51.100.5' }
  const nonce = route(issueNonce, limits)
  const ask = () =>
    nonce[issueNonce.method](
      new Request(origin + issueNonce.path, { method: issueNonce.method, headers: peer }),
    )
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 429])
  expect((await route(verifyProvenance, limits).GET(get(hash, peer))).status).toBe(200)
  for (let times = 0; times < 3; times++)
    expect((await route(checkReadiness, limits).GET(get(checkReadiness.path, peer))).status).not.toBe(429)
})

test('asking for prices is limited, and a refusal says nothing of a payment that was sent before', async () => {
  const { POST } = route(createBounty, under({ RATE_LIMIT_UNPAID: '2' }))
  const body = JSON.stringify({
    title: 'A bridge',
    brief: 'The whole bridge from both banks.',
    amount_usdc: 50,
  })
  const ask = (headers: Record<string, string> = {}) =>
    POST(
      new Request(origin + createBounty.path, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', [peerHeader]: '198.51.100.6', ...headers },
      }),
    )
  const answers = [await ask(), await ask(), await ask()]
  expect(answers.map(({ status }) => status)).toEqual([402, 402, 402])
  const unpaid = await ask()
  expect(unpaid.status).toBe(429)
  expect((await unpaid.json()).message).toContain('Nothing was charged')
  const paying = await ask({ 'payment-signature': 'e30=' })
  expect(paying.status).toBe(429)
  const { message } = (await paying.json()) as { message: string }
  expect(message).toContain('charged at most once')
  expect(message).not.toContain('Nothing was charged')
})

test('a limit of 0 is none', async () => {
  const { GET } = route(verifyProvenance, under({ RATE_LIMIT_FREE: '0' }))
  const answers = await Promise.all(
    Array.from({ length: 70 }, () => GET(get(hash, { [peerHeader]: '198.51.100.7' }))),
  )
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(answers[0]!.headers.get('ratelimit-policy')).toBeNull()
})

describe('requests that are not for an operation are counted too', () => {
  const peer = (last: number) => ({ [peerHeader]: `198.51.100.${last}` })
  const refused = async (answer: Response) => {
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answer.headers.get('ratelimit')).toContain('r=0')
  }

  test('pages and what others embed of them', async () => {
    const open = under({ RATE_LIMIT_PAGES: '2' })
    const page = (path: string, last: number) => meterPage(get(path, peer(last)), open)
    for (const path of ['/trees/1', `/embed/${'0'.repeat(64)}`]) {
      const metered = await page(path, 20)
      expect(metered).toMatchObject({ headers: { 'RateLimit-Policy': '"pages";q=2;w=60' } })
    }
    const over = await page('/trees/2', 20)
    if (!('refusal' in over)) return expect.unreachable('it should be refused')
    await refused(over.refusal)
    expect(over.refusal.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await over.refusal.text()).toContain('Too many requests from your address')
    // Files that belong to a page are not counted, and other clients have their own allowance.
    expect(await page('/icon.svg', 20)).toEqual({ headers: {} })
    // Documents are counted by another meter, and caches share them.
    for (const path of ['/.well-known/x402', '/.well-known/api-catalog'])
      expect(await page(path, 26)).toEqual({ headers: {} })
    const markdown = (path: string) =>
      meterPage(get(path, { ...peer(26), accept: 'text/markdown, text/html' }), open)
    expect(await markdown('/docs/start')).toEqual({ headers: {} })
    expect(await markdown('/docs')).toEqual({ headers: {} })
    expect(await markdown('/trees')).toHaveProperty(['headers', 'RateLimit'])
    expect(await page('/trees/2', 21)).toHaveProperty('headers')
  })

  test('badges, which share the allowance of pages', async () => {
    const open = under({ RATE_LIMIT_PAGES: '2' })
    const { GET } = badgeRoute(open)
    const badge = (digit: string) => GET(get(`/badge/${digit.repeat(64)}.svg`, peer(22)))
    expect((await badge('1')).status).toBe(200)
    expect(await meterPage(get('/', peer(22)), open)).toHaveProperty('headers')
    await refused(await badge('2'))
  })

  test('cards of shared proofs, which share the allowance of pages', async () => {
    const { GET } = cardRoute(under({ RATE_LIMIT_PAGES: '1' }))
    const answer = await GET(get(`/card/${'1'.repeat(64)}.png`, peer(25)))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    await refused(await GET(get(`/card/${'2'.repeat(64)}.png`, peer(25))))
  })

  test('pages, badges and cards are answered while nothing can be counted', async () => {
    const away = async () => {
      throw new Error('the database is away')
    }
    expect(await meterPage(get('/trees/1', peer(23)), away)).toEqual({ headers: {} })
    const answer = await badgeRoute(away).GET(get(`/badge/${'0'.repeat(64)}.svg`, peer(23)))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    const card = await cardRoute(away).GET(get(`/card/${'0'.repeat(64)}.png`, peer(23)))
    expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/png'])
    // A picture of a failed check is not cached, because the failure may end at any time.
    expect(card.headers.get('cache-control')).toBe('no-store')
  })

  test('a card beyond the limit of waiting drawings is answered as unchecked, and left out of the cache', async () => {
    const { current } = cardDrawings
    cardDrawings.current = () => undefined
    // Cards drawn earlier would be found in memory.
    processValue('proof cards').current = undefined
    try {
      const card = await cardRoute(under({})).GET(get(`/card/${'0'.repeat(64)}.png`, peer(29)))
      expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(card.headers.get('cache-control')).toBe('no-store')
    } finally {
      cardDrawings.current = current
    }
    const drawn = await cardRoute(under({})).GET(get(`/card/${'0'.repeat(64)}.png`, peer(29)))
    expect(drawn.headers.get('cache-control')).toBe('public, max-age=1')
  })

  test('the feed of the board', async () => {
    const { GET } = boardFeedRoute(under({ RATE_LIMIT_LIGHT: '1' }))
    expect((await GET(get('/board/feed.xml', peer(24)))).status).toBe(200)
    await refused(await GET(get('/board/feed.xml', peer(24))))
  })

  test('messages to the tools that call none of them; a call counts as what it asks for', async () => {
    const { POST } = mcpRoute(under({ RATE_LIMIT_LIGHT: '2', RATE_LIMIT_FREE: '2' }))
    const send = (message: object | string, last: number) =>
      POST(
        new Request(`${origin}/mcp`, {
          method: 'POST',
          headers: {
            ...peer(last),
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
          body: typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
        }),
      )
    const list = { method: 'tools/list', params: {} }
    const call = (name: string, args: object) => ({ method: 'tools/call', params: { name, arguments: args } })
    expect((await send(list, 25)).status).toBe(200)
    expect((await send('no JSON', 25)).status).toBe(400)
    await refused(await send(list, 25))
    await refused(await send('no JSON', 25))
    await refused(await send(call('cairn_nothing', {}), 25))
    const known = call('cairn_verify_provenance', { hash: '0'.repeat(64) })
    for (const allowed of [true, true, false]) {
      const { result } = (await (await send(known, 25)).json()) as { result: { content: { text: string }[] } }
      expect(JSON.parse(result.content[0]!.text).error === 'rate_limited').toBe(!allowed)
    }
    // Calls that are refused before they become a request.
    const broken = call('cairn_accept_submission', { bounty_id: 'x', submission_id: 'x', agent_token: 7 })
    const errors = []
    for (let times = 0; times < 3; times++) {
      const { result } = (await (await send(broken, 26)).json()) as {
        result: { content: { text: string }[] }
      }
      errors.push(JSON.parse(result.content[0]!.text).error)
    }
    expect(errors).toEqual(['unauthorized', 'unauthorized', 'rate_limited'])
  })

  test('counts guesses of the scheduler’s secret, and no call of the scheduler', async () => {
    const { CRON_SECRET = '' } = unchainedSettings(database.url)
    const { GET } = scheduledRoute(expireBounties, under({ RATE_LIMIT_SIGN_IN: '2' }))
    const ask = (secret: string, last: number) =>
      GET(get(expireBounties.path, { ...peer(last), authorization: `Bearer ${secret}` }))
    for (let times = 0; times < 4; times++) {
      const answer = await ask(CRON_SECRET, 27)
      expect([answer.status, answer.headers.get('ratelimit-policy')]).toEqual([200, '"sign-in";q=2;w=60'])
    }
    for (let times = 0; times < 3; times++) expect((await ask('a guess', 28)).status).toBe(401)
    await refused(await ask('a guess', 28))
    expect((await ask(CRON_SECRET, 27)).status).toBe(200)
  })
})
