import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenContext, openContext } from '#lib/adapters/context'
import { type Env, parseEnv } from '#lib/adapters/env'
import { openFacilitator } from '#lib/adapters/facilitator/open'
import { peerHeader } from '#lib/adapters/peer-address'
import { route } from '#lib/http/route'
import { checkReadiness } from '#lib/operations/check-readiness'
import { createBounty } from '#lib/operations/create-bounty'
import { issueNonce } from '#lib/operations/issue-nonce'
import { verifyProvenance } from '#lib/operations/verify-provenance'
import { createTestDatabase, type TestDatabase } from '#lib/sandbox/testing/database'
import { origin, unchainedSettings } from '#lib/sandbox/testing/unchained-settings'

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

/** Handlers under limits of their own, as one process has them. */
const under = (limits: Record<string, string>) => {
  const ctx = { ...opened, env: envWith(limits), facilitator: openFacilitator(opened) }
  return async () => ctx
}

const get = (path: string, headers: Record<string, string>) => new Request(origin + path, { headers })
const hash = `/api/v1/provenance/${'a'.repeat(64)}`

test('a free operation answers so many a minute from one address, says how many are left, and then when to go on', async () => {
  const { GET } = route(verifyProvenance, under({ RATE_LIMIT_FREE: '3' }))
  const ask = () => GET(get(hash, { [peerHeader]: '198.51.100.1' }))
  const answers = [await ask(), await ask(), await ask(), await ask()]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
  expect(answers.map(({ headers }) => headers.get('ratelimit-policy'))).toEqual(
    Array(4).fill('"free";q=3;w=60'),
  )
  expect(answers[0]!.headers.get('ratelimit')).toMatch(/^"free";r=2;t=\d+$/)
  const refused = answers[3]!
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('ratelimit')).toMatch(/^"free";r=0;t=\d+$/)
  expect(await refused.json()).toMatchObject({ error: 'rate_limited', request_id: expect.any(String) })
})

test('a limit holds across processes, and is one address’s own', async () => {
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
