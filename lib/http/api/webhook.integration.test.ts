import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CreatedBounty, createdBountySchema } from '#lib/schemas/bounty'
import { type Webhook, webhookSchema } from '#lib/schemas/webhook'
import { type LocalChains, startChains } from '#sandbox/chains'
import { bountyPath, postBounty, withToken } from '#testing/bounty-request'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import {
  createPayer,
  jsonPost,
  type PaidService,
  payingFetch,
  settingsFor,
  startPaidService,
} from '#testing/paid-service'

let chains: LocalChains
let database: TestDatabase
let service: PaidService
let made: CreatedBounty
let url: string

const wanted = 'https://agent.example/cairn?me=1'

beforeAll(async () => {
  ;[chains, database] = await Promise.all([startChains(), createTestDatabase()])
  service = await startPaidService({
    settings: settingsFor({ chains, databaseUrl: database.url, baseUrl: 'http://cairn.test' }),
  })
  const payer = await createPayer(chains, 50_000_000n)
  const answer = await payingFetch(payer, ['eip155:8453'])(service.url + bountyPath, naming(wanted))
  made = createdBountySchema.parse(await answer.json())
  url = `${service.url}${bountyPath}/${made.bounty_id}/webhook`
})
afterAll(async () => {
  await service?.close()
  await Promise.all([chains?.stop(), database?.close()])
})

function naming(webhook: string): RequestInit {
  const init = postBounty()
  return { ...init, headers: { ...(init.headers as Record<string, string>), 'Cairn-Webhook': webhook } }
}

const get = async (): Promise<Webhook> =>
  webhookSchema.strict().parse(await (await fetch(url, withToken(made.agent_token))).json())
const set = (body: unknown) => fetch(url, withToken(made.agent_token, jsonPost(body)))

test('an order may say where to tell, and its owner gets the key that messages are signed with', async () => {
  expect(await get()).toMatchObject({ url: wanted, secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) })
})

test.each([
  '',
  'not a url',
  'ftp://agent.example',
  'https://name:word@agent.example',
  `https://a.example/${'x'.repeat(2_100)}`,
])('an order that names %j is refused before any price is quoted', async (webhook) => {
  const answer = await fetch(service.url + bountyPath, naming(webhook))
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: 'invalid_request', field: 'Cairn-Webhook' })
})

test('the address is changed and removed with the bounty’s token alone', async () => {
  const { secret } = await get()
  expect((await fetch(url, jsonPost({ url: wanted }))).status).toBe(401)
  expect((await fetch(url, withToken('x'.repeat(43)))).status).toBe(401)
  const changed = await set({ url: 'https://other.example/' })
  expect(await changed.json()).toMatchObject({ url: 'https://other.example/', secret })
  expect(await (await set({ url: null })).json()).toMatchObject({ url: null, secret: null })
  expect(await get()).toMatchObject({ url: null, pending: 0 })
  for (const [body, field] of [
    [{ url: 7 }, 'url'],
    [{}, 'url'],
    [{ rotate_secret: false }, 'url'],
    [{ rotate_secret: 1 }, 'rotate_secret'],
    [{ url: null, rotate_secret: true }, 'rotate_secret'],
    [{ rotate_secret: true }, 'rotate_secret'],
  ] as const) {
    const wrong = await set(body)
    expect([wrong.status, ((await wrong.json()) as { field: string }).field]).toEqual([400, field])
  }
  const again = webhookSchema.strict().parse(await (await set({ url: wanted, rotate_secret: true })).json())
  expect(again).toMatchObject({ url: wanted, previous_secrets_until: expect.stringMatching(/Z$/) })
})

test('the path accepts the methods of its two operations, and lists them', async () => {
  const answer = await fetch(url, { method: 'DELETE' })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS'])
  const preflight = await fetch(url, { method: 'OPTIONS' })
  expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, OPTIONS')
  expect(preflight.headers.get('access-control-allow-headers')).toContain('Cairn-Webhook')
})
