import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { submission } from '#db/schema/submission'
import { type OpenContext, openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { noticeSentence } from '#lib/domain/notice'
import type { Session } from '#lib/services/accounts/authorize-session'
import { endSession } from '#lib/services/accounts/end-session'
import { transition } from '#lib/services/bounties/transition'
import { recordSubmission } from '#lib/services/media/record-submission'
import { countWaitingPushes } from '#lib/services/notices/count-pushes'
import { openPushDeliverer } from '#lib/services/notices/deliver-pushes'
import { subscribePush, unsubscribePush } from '#lib/services/notices/subscribe-push'
import { insertBounty } from '#testing/bounty-rows'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { openTestBrowser, type PushService, readVapid, startPushService } from '#testing/push-receiver'
import { unchainedSettings } from '#testing/unchained-settings'
import { until } from '#testing/until'

let database: TestDatabase
let ctx: OpenContext
let service: PushService
beforeAll(async () => {
  database = await createTestDatabase()
  ctx = await openContext(parseEnv(unchainedSettings(database.url)), { service: 'test', maxConnections: 6 })
})
afterAll(async () => {
  await ctx.close()
  await database.close()
})
beforeEach(async () => {
  await ctx.sql`delete from push_subscription`
  service = await startPushService()
})
afterEach(() => service.close())

const newSession = (address: Session['address'] = `0x${randomBytes(20).toString('hex')}`): Session => ({
  address,
  chainId: 8453,
  expiresAt: new Date('2027-01-01'),
  tokenHash: randomBytes(32),
})

type Target = { session?: Session; url?: string; browser?: ReturnType<typeof openTestBrowser> }
async function subscribe({
  session = newSession(),
  url = service.url,
  browser = openTestBrowser(),
}: Target = {}) {
  const endpoint = `${url}/send/${randomBytes(8).toString('hex')}`
  const [p256dh, auth] = [browser.keys.p256dh, browser.keys.auth].map((text) =>
    Buffer.from(text, 'base64url'),
  )
  await subscribePush({ ctx, input: { session, endpoint, p256dh: p256dh!, auth: auth! } })
  return { session, endpoint, browser }
}

/** A film of a contributor that its poster declines. */
async function decline(address: string): Promise<void> {
  const { bountyId } = await insertBounty(ctx.db, 'open')
  const submissionId = `sub_${randomBytes(16).toString('hex')}`
  await ctx.db.insert(submission).values({ submissionId, bountyId, contributor: address.toLowerCase() })
  await ctx.db.transaction((tx) => recordSubmission(tx, submissionId, 'declined', { reason: 'blurred' }))
}

const open = (limits = { total: 64, perReceiver: 16 }) =>
  openPushDeliverer({ ctx, push: ctx.env.push!, limits })
/** Tries all due messages once, and waits for the results. */
const deliver = async () => {
  const deliverer = open()
  const started = await deliverer.startDue()
  await deliverer.allEnded()
  return started
}
const isDue = () => ctx.sql`update push_delivery set next_attempt_at = now()`
const subscriptions = async () => Number((await ctx.sql`select count(*) from push_subscription`)[0]!.count)
const waiting = async () => Number((await ctx.sql`select count(*) from push_delivery`)[0]!.count)

test('each browser of a contributor decrypts the notice once, and it says nothing of bounty, place or time', async () => {
  const one = await subscribe()
  const two = await subscribe({ session: one.session })
  const stranger = await subscribe()
  await decline(one.session.address)
  await deliver()
  await deliver()
  expect(service.received.map(({ path }) => path).sort()).toEqual(
    [one, two].map(({ endpoint }) => new URL(endpoint).pathname).sort(),
  )
  expect(service.received.every(({ path }) => !stranger.endpoint.endsWith(path))).toBe(true)
  const browserOf = (path: string) => (one.endpoint.endsWith(path) ? one : two).browser
  for (const { path, headers, body } of service.received) {
    const message = JSON.parse(browserOf(path).decrypt(body))
    expect(message).toEqual({
      text: noticeSentence.declined,
      path: '/board/submissions',
      tag: expect.stringMatching(/^notice-\d+$/),
    })
    const { claims, publicKey } = readVapid(headers.authorization!)
    expect(publicKey).toBe(ctx.env.push!.key.publicKey)
    expect(claims.aud).toBe(service.url)
  }
  expect(await waiting()).toBe(0)
})

test('a change that is rolled back notifies nobody', async () => {
  const { session } = await subscribe()
  const { bountyId } = await insertBounty(ctx.db, 'open')
  const submissionId = `sub_${randomBytes(16).toString('hex')}`
  await ctx.db
    .insert(submission)
    .values({ submissionId, bountyId, contributor: session.address.toLowerCase() })
  await ctx.db
    .transaction(async (tx) => {
      await recordSubmission(tx, submissionId, 'declined', { reason: 'blurred' })
      throw new Error('rolled back')
    })
    .catch(() => {})
  expect(await deliver()).toBe(0)
})

test.each([404, 410])('a browser whose push service answers %i is not called again', async (status) => {
  const { session } = await subscribe()
  service.answer = () => status
  await decline(session.address)
  await decline(session.address)
  await deliver()
  expect(await subscriptions()).toBe(0)
  expect(await waiting()).toBe(0)
  await deliver()
  expect(service.received).toHaveLength(1)
})

test('a message that the push service refuses is dropped, and the next one is sent', async () => {
  const { session } = await subscribe()
  const answers = [413, 201]
  service.answer = () => answers.shift()!
  await decline(session.address)
  await decline(session.address)
  await deliver()
  await deliver()
  expect(service.received).toHaveLength(2)
  expect([await subscriptions(), await waiting()]).toEqual([1, 0])
})

test('a push service that is away gets the message again later, in order, and is given up in the end', async () => {
  const { session } = await subscribe()
  service.answer = () => 503
  await decline(session.address)
  await deliver()
  expect(await deliver()).toBe(0)
  for (let tries = 0; tries < 20; tries++) {
    await isDue()
    await deliver()
  }
  expect(service.received).toHaveLength(9)
  expect([await subscriptions(), await waiting()]).toEqual([1, 0])
})

test('operators see how many notifications wait, how many fail, and for how long the first of each browser is due', async () => {
  const count = () => countWaitingPushes({ ctx })
  expect(await count()).toEqual({ waiting: 0, failing: 0, oldestSeconds: null })
  const { session } = await subscribe()
  service.answer = () => 503
  await decline(session.address)
  await decline(session.address)
  await deliver()
  await ctx.sql`update push_delivery set next_attempt_at = now() - make_interval(secs => case attempts when 0 then 9000 else 60 end)`
  const { oldestSeconds, ...counts } = (await count())!
  expect(counts).toEqual({ waiting: 2, failing: 1 })
  // The second waits for the first, which has been due for a minute.
  expect(oldestSeconds).toBeGreaterThanOrEqual(60)
  expect(oldestSeconds).toBeLessThan(9_000)
  // An attempt under way has not failed.
  await ctx.sql`update push_delivery set next_attempt_at = now() + interval '1 hour' where attempts = 1`
  expect(await count()).toEqual({ waiting: 2, failing: 0, oldestSeconds: null })
  const without = { ...ctx, env: { ...ctx.env, push: undefined } }
  expect(await countWaitingPushes({ ctx: without })).toBeNull()
})

test('a push service that never answers delays neither others nor a second message to its own browser', async () => {
  const silent = await startPushService()
  const held = Promise.withResolvers<number>()
  silent.answer = () => held.promise
  const slow = await subscribe({ url: silent.url })
  const quick = await subscribe()
  await decline(slow.session.address)
  await decline(slow.session.address)
  const deliverer = open()
  expect(await deliverer.startDue()).toBe(1)
  await until(() => silent.received.length === 1, { what: 'the silent service was called' })
  await decline(quick.session.address)
  expect(await deliverer.startDue()).toBe(1)
  await until(() => service.received.length === 1, { what: 'the other notice arrives' })
  held.resolve(201)
  await deliverer.allEnded()
  await silent.close()
  expect(await deliver()).toBe(1)
})

test('in production no private address is called, whether by number or by name, and such a subscription ends', async () => {
  const guarded = { ...ctx, env: { ...ctx.env, mode: 'production' as const } }
  const hosts = [
    'http://127.0.0.1:1',
    'https://127.0.0.1:1',
    'https://[::1]',
    'https://169.254.169.254',
    'https://localhost',
  ]
  const session = newSession()
  for (const url of hosts) await subscribe({ session, url })
  await decline(session.address)
  const deliverer = openPushDeliverer({ ctx: guarded, push: ctx.env.push! })
  expect(await deliverer.startDue()).toBe(hosts.length)
  await deliverer.allEnded()
  expect([await subscriptions(), await waiting()]).toEqual([0, 0])
})

test('a redirect of a push service is not followed', async () => {
  const { session } = await subscribe()
  service.answer = () => 307
  await decline(session.address)
  await deliver()
  expect(service.received).toHaveLength(1)
  expect(await waiting()).toBe(1)
})

test('signing out ends the notices of that browser only, and the end of a session alone ends none', async () => {
  const here = await subscribe()
  const there = await subscribe({ session: newSession(here.session.address) })
  await endSession({ ctx, session: here.session })
  await decline(here.session.address)
  await deliver()
  expect(service.received.map(({ path }) => path)).toEqual([new URL(there.endpoint).pathname])
})

test('a browser unsubscribes, but only for its own contributor', async () => {
  const { session, endpoint } = await subscribe()
  await unsubscribePush({ ctx, input: { session: newSession(), endpoint } })
  expect(await subscriptions()).toBe(1)
  await unsubscribePush({ ctx, input: { session, endpoint } })
  expect(await subscriptions()).toBe(0)
})

test('browsers of one contributor that are refreshed at once do not lock each other out, and five remain', async () => {
  const session = newSession()
  const contributor = session.address.toLowerCase()
  const { p256dh, auth } = openTestBrowser().keys
  const keys = { p256dh: Buffer.from(p256dh, 'base64url'), auth: Buffer.from(auth, 'base64url') }
  for (let round = 0; round < 20; round++) {
    // More than a contributor may have: each of the refreshed ones is also one of the oldest.
    await database.sql`
      insert into push_subscription (endpoint, contributor, p256dh, auth, session_hash, subscribed_at)
      select ${`${service.url}/send/`} || n, ${contributor}, ${keys.p256dh}, ${keys.auth}, ${session.tokenHash},
        service_now() - make_interval(mins => 100 - n)
      from generate_series(1, 9) n
      on conflict (endpoint) do update set subscribed_at = excluded.subscribed_at`
    await Promise.all(
      [1, 2, 3].map((n) =>
        subscribePush({ ctx: database, input: { session, endpoint: `${service.url}/send/${n}`, ...keys } }),
      ),
    )
    const [row] = await database.sql`
      select count(*)::int as count from push_subscription where contributor = ${contributor}`
    expect(row?.count).toBe(5)
  }
})
test('a browser that another wallet subscribes with gets nothing more of the wallet before', async () => {
  const { session, endpoint, browser } = await subscribe()
  await decline(session.address)
  const [p256dh, auth] = [browser.keys.p256dh, browser.keys.auth].map((text) =>
    Buffer.from(text, 'base64url'),
  )
  await subscribePush({ ctx, input: { session: newSession(), endpoint, p256dh: p256dh!, auth: auth! } })
  await decline(session.address)
  expect(await deliver()).toBe(0)
})

test('a wallet has at most five browsers: a sixth replaces the oldest', async () => {
  const session = newSession()
  const all = []
  for (let count = 0; count < 6; count++) all.push(await subscribe({ session }))
  const left = await ctx.sql<{ endpoint: string }[]>`select endpoint from push_subscription order by id`
  expect(left.map(({ endpoint }) => endpoint)).toEqual(all.slice(1).map(({ endpoint }) => endpoint))
})

test('a key that is not on the curve is refused when it subscribes', async () => {
  const input = { session: newSession(), endpoint: service.url, auth: randomBytes(16) }
  const p256dh = Buffer.alloc(65, 4)
  await expect(subscribePush({ ctx, input: { ...input, p256dh } })).rejects.toMatchObject({
    code: 'invalid_request',
    field: 'keys.p256dh',
  })
})

test('several workers notify a browser once', async () => {
  const { session } = await subscribe()
  await decline(session.address)
  await Promise.all([1, 2, 3, 4].map(deliver))
  expect(service.received).toHaveLength(1)
})

test('contributors are notified of acceptance, payment and the end of a bounty, each only of their own films', async () => {
  const { session, browser } = await subscribe()
  const other = await subscribe()
  const { bountyId } = await insertBounty(ctx.db, 'open')
  const films = [session, other.session].map(({ address }) => ({
    submissionId: `sub_${randomBytes(16).toString('hex')}`,
    bountyId,
    contributor: address.toLowerCase(),
  }))
  await ctx.db.insert(submission).values(films)
  const set = { acceptedSubmissionId: films[0]!.submissionId }
  await ctx.db.transaction((tx) => transition({ tx, bountyId, event: 'accept', set }))
  await ctx.db.transaction((tx) =>
    transition({ tx, bountyId, event: 'released', set: { acceptTx: new Uint8Array(randomBytes(32)) } }),
  )
  while ((await deliver()) > 0);
  const texts = service.received.map(({ path, body }) =>
    (other.endpoint.endsWith(path) ? other.browser : browser).decrypt(body),
  )
  expect(texts.map((text) => JSON.parse(text).text).sort()).toEqual(
    [noticeSentence.accepted, noticeSentence.paid, noticeSentence.bounty_ended].sort(),
  )
  expect(texts.map((text) => JSON.parse(text).path).sort()).toEqual([
    '/board/earnings',
    '/board/submissions',
    '/board/submissions',
  ])
})
