import { afterAll, beforeAll, expect, test } from 'vitest'
import { noticeFeedRoute } from '#lib/http/documents/notice-feed'
import { noticeFeedSchema, noticesSchema } from '#lib/schemas/notice'
import { webhookSchema } from '#lib/schemas/webhook'
import { declineSubmission } from '#lib/services/bounties/decline-submission'
import { forgetNotices } from '#lib/services/notices/forget-notices'
import { seedBounty } from '#testing/bounty-states'
import { type Contributor, signInAs } from '#testing/contributor'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { jsonPost, type PaidService, startPaidService } from '#testing/paid-service'
import { createPlainSubmission } from '#testing/plain-submission'
import { openTestBrowser } from '#testing/push-receiver'
import { origin, unchainedSettings } from '#testing/unchained-settings'

let database: TestDatabase
let service: PaidService
beforeAll(async () => {
  database = await createTestDatabase()
  service = await startPaidService({ settings: unchainedSettings(database.url) })
})
afterAll(async () => {
  await service?.close()
  await database?.close()
})

const enter = () => signInAs({ url: service.url, origin })
const list = async ({ bearer }: Contributor) => {
  const answer = await fetch(`${service.url}/api/board/notices`, { headers: bearer })
  expect(answer.status).toBe(200)
  return noticesSchema.strict().parse(await answer.json())
}
const post = (path: string, { bearer }: Contributor, body: unknown, url = service.url) => {
  const init = jsonPost(body)
  return fetch(`${url}/api/board/${path}`, { ...init, headers: { ...(init.headers as object), ...bearer } })
}
const setFeed = async (who: Contributor, enabled: boolean) => {
  const answer = await post('notices/feed', who, { enabled })
  expect(answer.status).toBe(200)
  return noticeFeedSchema.strict().parse(await answer.json()).feed_url
}
/** Requests the feed as a feed reader does: without a credential. */
const readFeed = async (url: string, init?: RequestInit) => {
  const handlers = noticeFeedRoute(async () => service.ctx)
  const answer = await handlers[init?.method === 'HEAD' ? 'HEAD' : 'GET'](new Request(url, init))
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
/** Creates a film of a contributor that its poster declines with a text. */
const decline = async (who: Contributor, text: string) => {
  const { bounty_id: bountyId } = await seedBounty(service.ctx, 'open')
  const contributor = who.wallet.address
  const { submissionId } = await createPlainSubmission({ ctx: service.ctx, input: { bountyId, contributor } })
  await declineSubmission({
    ctx: service.ctx,
    input: { bountyId, submissionId, reason: 'incomplete', text },
  })
  return { bountyId, submissionId }
}

test('a contributor learns of a decline with its reason and text, and nobody else does', async () => {
  const [who, other] = [await enter(), await enter()]
  const { bountyId, submissionId } = await decline(who, 'The roof is missing.')
  const { notices, has_feed, push } = await list(who)
  expect(notices).toEqual([
    {
      notice_id: expect.stringMatching(/^\d+$/),
      kind: 'declined',
      text: 'A poster declined your film and asks for another take.',
      at: expect.any(String),
      submission_id: submissionId,
      declined: { reason: 'incomplete', text: 'The roof is missing.' },
      bounty: {
        bounty_id: bountyId,
        title: expect.any(String),
        board_url: `${origin}/board/${bountyId}`,
      },
    },
  ])
  expect(has_feed).toBe(false)
  expect(push).toEqual({ public_key: service.ctx.env.push!.key.publicKey, subscriptions: 0 })
  expect((await list(other)).notices).toEqual([])
})

test('a decline that was taken back is told, and its reason and text are gone', async () => {
  const who = await enter()
  const input = await decline(who, 'Too dark.')
  await declineSubmission({ ctx: service.ctx, input: { ...input, reason: null } })
  const { notices } = await list(who)
  expect(notices.map(({ kind, declined }) => [kind, declined])).toEqual([
    ['decline_withdrawn', null],
    ['declined', null],
  ])
})

test('the feed address needs no sign-in, is stored by no shared cache, and shows one contributor’s notices', async () => {
  const [who, other] = [await enter(), await enter()]
  await decline(who, 'Only for me.')
  await decline(other, 'Not for me.')
  const url = (await setFeed(who, true))!
  expect(url).toMatch(new RegExp(`^${origin}/board/notices/[\\w-]{43}\\.xml$`))
  expect((await list(who)).has_feed).toBe(true)
  const { status, headers, text } = await readFeed(url)
  expect(status).toBe(200)
  expect(text).toContain('Only for me.')
  expect(text).not.toContain('Not for me.')
  expect(text).not.toContain(url)
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(headers.get('x-robots-tag')).toContain('noindex')
  expect((await readFeed(url, { method: 'HEAD' })).text).toBe('')
})

test('a new address ends the previous one, and a revoked, a guessed and a malformed one are answered alike', async () => {
  const who = await enter()
  const first = (await setFeed(who, true))!
  const second = (await setFeed(who, true))!
  expect(second).not.toBe(first)
  expect((await readFeed(second)).status).toBe(200)
  expect(await setFeed(who, false)).toBeNull()
  expect((await list(who)).has_feed).toBe(false)
  const addresses = [
    first,
    second,
    `${origin}/board/notices/${'a'.repeat(43)}.xml`,
    `${origin}/board/notices/a.xml`,
  ]
  for (const url of addresses) {
    const { status, text } = await readFeed(url)
    expect(status, url).toBe(404)
    expect(JSON.parse(text)).toMatchObject({
      error: 'not_found',
      message: expect.stringMatching(/^Endpoint not found\./),
    })
  }
})

test('the database has no token of a feed address', async () => {
  const token = /([\w-]{43})\.xml$/.exec((await setFeed(await enter(), true))!)![1]!
  const rows = await service.ctx.sql<{ row: string }[]>`select row_to_json(f)::text as row from notice_feed f`
  expect(rows.length).toBeGreaterThan(0)
  for (const { row } of rows) expect(row).not.toContain(token)
})

test('a browser subscribes as it describes itself, counts, and unsubscribes', async () => {
  const who = await enter()
  const endpoint = 'https://push.example/send/1'
  const subscription = { endpoint, expirationTime: null, keys: openTestBrowser().keys }
  for (const time of ['first', 'again'])
    expect((await post('push-subscriptions', who, subscription)).status, time).toBe(204)
  expect((await list(who)).push!.subscriptions).toBe(1)
  expect((await post('push-subscriptions/remove', who, { endpoint })).status).toBe(204)
  expect((await list(who)).push!.subscriptions).toBe(0)
})

const setWebhook = async (who: Contributor, body: unknown) => {
  const answer = await post('notices/webhook', who, body)
  expect(answer.status).toBe(200)
  return webhookSchema.strict().parse(await answer.json())
}
const readWebhook = async ({ bearer }: Contributor) => {
  const answer = await fetch(`${service.url}/api/board/notices/webhook`, { headers: bearer })
  return webhookSchema.strict().parse(await answer.json())
}

test('a contributor sets, rotates and removes one webhook, which stays active after signing out and is hidden from others', async () => {
  const [who, other] = [await enter(), await enter()]
  expect(await readWebhook(who)).toMatchObject({ url: null, secret: null })
  const url = 'https://films.example/cairn'
  const { secret } = await setWebhook(who, { url })
  expect(await readWebhook(who)).toMatchObject({ url, secret, pending: 0 })
  const rotated = await setWebhook(who, { rotate_secret: true })
  expect(rotated).toMatchObject({ url, previous_secrets_until: expect.stringMatching(/Z$/) })
  expect(rotated.secret).not.toBe(secret)
  const moved = await setWebhook(who, { url: 'https://films.example/other' })
  expect(moved.secret).toBe(rotated.secret)
  expect(await readWebhook(other)).toMatchObject({ url: null, secret: null })
  expect(await setWebhook(other, { url: null })).toMatchObject({ url: null })
  await decline(who, 'Waits for its delivery.')
  const signedOut = await fetch(`${service.url}/api/auth/sign-out`, { method: 'POST', headers: who.bearer })
  expect(signedOut.status).toBe(204)
  const [row] = await service.ctx.sql<{ url: string }[]>`
    select url from notice_webhook where contributor = ${who.wallet.address.toLowerCase()}`
  expect(row).toEqual({ url: 'https://films.example/other' })
})

test('the database has no secret of a webhook', async () => {
  const who = await enter()
  const { secret } = await setWebhook(who, { url: 'https://films.example/1' })
  const rows = await service.ctx.sql<
    { row: string }[]
  >`select row_to_json(w)::text as row from notice_webhook w`
  for (const { row } of rows) expect(row).not.toContain(secret!.slice('whsec_'.length))
})

test.each([
  ['url', {}],
  ['url', { url: 'ftp://films.example/1' }],
  ['url', { url: 'https://user:password@films.example/1' }],
  ['url', { url: `https://films.example/${'a'.repeat(2_048)}` }],
  ['rotate_secret', { rotate_secret: true }],
  ['rotate_secret', { url: null, rotate_secret: true }],
])('a webhook with a wrong %s is refused', async (field, body) => {
  const answer = await post('notices/webhook', await enter(), body)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: 'invalid_request', field })
})

test.each([
  ['endpoint', { endpoint: 'ftp://push.example/1' }],
  ['endpoint', { endpoint: 'https://user:password@push.example/1' }],
  ['endpoint', { endpoint: `https://push.example/${'a'.repeat(2_048)}` }],
  ['endpoint', { endpoint: 'https://push.example/ü' }],
  ['keys.auth', { keys: { ...openTestBrowser().keys, auth: 'short' } }],
  ['keys.p256dh', { keys: { ...openTestBrowser().keys, p256dh: 'A'.repeat(87) } }],
])('a subscription with a wrong %s is refused', async (field, changes) => {
  const subscription = { endpoint: 'https://push.example/1', keys: openTestBrowser().keys, ...changes }
  const answer = await post('push-subscriptions', await enter(), subscription)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: 'invalid_request', field })
})

test('without a push key nobody can subscribe to pushes, but notices can be read', async () => {
  const { PUSH_KEY: _, ...settings } = unchainedSettings(database.url)
  const silent = await startPaidService({ settings })
  const who = await enter()
  const subscription = { endpoint: 'https://push.example/1', keys: openTestBrowser().keys }
  for (const path of ['push-subscriptions', 'push-subscriptions/remove'])
    expect((await post(path, who, subscription, silent.url)).status).toBe(404)
  const answer = await fetch(`${silent.url}/api/board/notices`, { headers: who.bearer })
  expect(await answer.json()).toMatchObject({ push: null })
  await silent.close()
})

test('notices are deleted after 90 days', async () => {
  const who = await enter()
  await decline(who, 'Long ago.')
  await decline(who, 'Recent.')
  const [, old] = (await list(who)).notices
  await service.ctx.sql`update notice set at = at - interval '91 days' where id = ${old!.notice_id}`
  await forgetNotices({ ctx: service.ctx })
  expect((await list(who)).notices.map(({ declined }) => declined?.text)).toEqual(['Recent.'])
})
