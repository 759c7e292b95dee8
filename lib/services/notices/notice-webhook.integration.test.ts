import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OpenContext, openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { declineSubmission } from '#lib/services/bounties/decline-submission'
import { transition } from '#lib/services/bounties/transition'
import { forgetDelivered, openDeliverer } from '#lib/services/webhooks/deliver-webhooks'
import { getWebhook } from '#lib/services/webhooks/get-webhook'
import { bountyReceivers, contributorReceivers } from '#lib/services/webhooks/receivers'
import { setWebhook } from '#lib/services/webhooks/set-webhook'
import { seedBounty } from '#testing/bounty-states'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { createPlainSubmission } from '#testing/plain-submission'
import { unchainedSettings } from '#testing/unchained-settings'
import { until } from '#testing/until'

type Received = { path: string; headers: IncomingHttpHeaders; body: string }

let database: TestDatabase
let ctx: OpenContext
let server: Server
let url: string
let received: Received[]
let answer: (path: string) => number | Promise<number>
beforeAll(async () => {
  database = await createTestDatabase()
  ctx = await openContext(parseEnv(unchainedSettings(database.url)), { service: 'test', maxConnections: 6 })
})
afterAll(async () => {
  await ctx.close()
  await database.close()
})
beforeEach(async () => {
  await ctx.sql`delete from notice_webhook`
  received = []
  answer = () => 204
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ path: request.url!, headers: request.headers, body })
    response.writeHead(await answer(request.url!)).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** A wallet, in mixed case as wallets write it, with a webhook. */
async function newContributor(path = '/told') {
  const contributor = `0x${randomBytes(20).toString('hex').toUpperCase()}`
  await setWebhook({ ctx, input: { contributor, url: url + path } })
  return contributor
}
async function handIn(contributor: string) {
  const { bounty_id: bountyId } = await seedBounty(ctx, 'open')
  const input = { bountyId, contributor: contributor.toLowerCase() as `0x${string}` }
  const { submissionId } = await createPlainSubmission({ ctx, input })
  return { bountyId, submissionId }
}
const decline = async (contributor: string, text: string) => {
  const film = await handIn(contributor)
  await declineSubmission({ ctx, input: { ...film, reason: 'incomplete', text } })
  return film
}
const open = (context = ctx) => openDeliverer({ ctx: context, receivers: contributorReceivers })
const deliver = async (context = ctx) => {
  const deliverer = open(context)
  const started = await deliverer.startDue()
  await deliverer.allEnded()
  return started
}
const deliverAll = async () => {
  while ((await deliver()) > 0);
}
const isDue = () => ctx.sql`update notice_message set next_attempt_at = now() where state = 'pending'`
const stateOf = (contributor: string) => getWebhook({ ctx, input: { contributor } })
const readBy = (secret: string, { headers, body }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string; data: unknown }

test('decline, its withdrawal, acceptance and payment arrive once and in order, in a form that anyone’s receiver verifies', async () => {
  const who = await newContributor()
  const film = await decline(who, 'The back is missing.')
  await declineSubmission({ ctx, input: { ...film, reason: null } })
  const { bountyId, submissionId } = film
  const set = { acceptedSubmissionId: submissionId }
  await ctx.db.transaction((tx) => transition({ tx, bountyId, event: 'accept', set }))
  const paid = { acceptTx: new Uint8Array(randomBytes(32)) }
  await ctx.db.transaction((tx) => transition({ tx, bountyId, event: 'released', set: paid }))
  await deliverAll()
  await deliverAll()
  const { secret, ...state } = await stateOf(who)
  expect(received.map((one) => readBy(secret!, one))).toEqual(
    [
      ['notice.declined', 'open', { reason: 'incomplete', text: 'The back is missing.' }],
      ['notice.decline_withdrawn', 'open', null],
      ['notice.accepted', 'accepting', null],
      ['notice.paid', 'accepted', null],
    ].map(([type, bounty_status, declined]) => ({
      type,
      timestamp: expect.stringMatching(/Z$/),
      data: {
        notice_id: expect.stringMatching(/^\d+$/),
        bounty_id: bountyId,
        submission_id: submissionId,
        bounty_status,
        declined,
      },
    })),
  )
  expect(state).toMatchObject({ pending: 0, given_up: 0, last_attempt: { result: '204' } })
})

test('a bounty that ends otherwise says how, and only to those who sent a film for it and have a webhook', async () => {
  const [who, stranger] = [await newContributor('/who'), await newContributor('/stranger')]
  const { bountyId } = await handIn(who)
  await handIn(stranger)
  await ctx.db.transaction((tx) => transition({ tx, bountyId, event: 'cancel' }))
  const hash = randomBytes(32)
  const set = { refundTx: hash, payoutTx: hash }
  await ctx.db.transaction((tx) => transition({ tx, bountyId, event: 'refunded', set }))
  await deliverAll()
  expect(received.map(({ path }) => path)).toEqual(['/who'])
  const message = readBy((await stateOf(who)).secret!, received[0]!)
  expect(message).toMatchObject({ type: 'notice.bounty_ended', data: { bounty_status: 'cancelled' } })
  expect(() => readBy('whsec_AAAA', received[0]!)).toThrow()
})

test('a decline that is rolled back sends nothing', async () => {
  const film = await handIn(await newContributor())
  await ctx.db
    .transaction(async (tx) => {
      await transition({ tx, bountyId: film.bountyId, event: 'cancel' })
      throw new Error('rolled back')
    })
    .catch(() => {})
  expect(await deliver()).toBe(0)
})

test('a silent server delays only its own next message, and none of other contributors or posters', async () => {
  const held = Promise.withResolvers<number>()
  answer = (path) => (path === '/silent' ? held.promise : 204)
  const [slow, quick] = [await newContributor('/silent'), await newContributor('/quick')]
  await decline(slow, 'First.')
  await decline(slow, 'Second.')
  const deliverer = open()
  expect(await deliverer.startDue()).toBe(1)
  await until(() => received.length === 1, { what: 'the silent server was called' })
  const { bountyId } = await decline(quick, 'Third.')
  expect(await deliverer.startDue()).toBe(1)
  await until(() => received.length === 2, { what: 'the other notice arrives' })
  await setWebhook({ ctx, input: { bountyId, url: `${url}/poster` } })
  await ctx.db.transaction((tx) => transition({ tx, bountyId, event: 'cancel' }))
  const ofPosters = openDeliverer({ ctx, receivers: bountyReceivers })
  expect(await ofPosters.startDue()).toBe(1)
  await ofPosters.allEnded()
  expect(received.map(({ path }) => path)).toEqual(['/silent', '/quick', '/poster'])
  held.resolve(204)
  await deliverer.allEnded()
  expect(await deliver()).toBe(1)
})

test('a message that is not taken comes again with the same id and body, and several workers send it once', async () => {
  const who = await newContributor()
  await decline(who, 'Again.')
  answer = () => 500
  await Promise.all([1, 2, 3].map(() => deliver()))
  expect(received).toHaveLength(1)
  // The decline is taken back meanwhile: the message stays what it was.
  await ctx.sql`update submission set declined_text = 'Otherwise.' where declined_text = 'Again.'`
  answer = () => 204
  await isDue()
  await deliver()
  expect(received).toHaveLength(2)
  expect(received[1]!.body).toBe(received[0]!.body)
  expect(received[1]!.headers['webhook-id']).toBe(received[0]!.headers['webhook-id'])
})

test('in production no private address is called, by number or by name, and the contributor reads why', async () => {
  const guarded = { ...ctx, env: { ...ctx.env, mode: 'production' as const } }
  const all = []
  for (const host of [
    'http://127.0.0.1:1',
    'https://127.0.0.1:1',
    'https://169.254.169.254',
    'https://localhost',
  ]) {
    const who = await newContributor()
    await setWebhook({ ctx, input: { contributor: who, url: host } })
    await decline(who, 'Where to?')
    all.push(who)
  }
  expect(await deliver(guarded)).toBe(all.length)
  for (const who of all)
    expect(await stateOf(who)).toMatchObject({
      pending: 1,
      last_attempt: { result: 'the address is not on the open internet' },
    })
})

test('for a day after a rotation messages verify by both secrets; a removed webhook gets no more messages, and its secret is gone for good', async () => {
  const who = await newContributor()
  const first = (await stateOf(who)).secret!
  const { secret, previous_secrets_until } = await setWebhook({
    ctx,
    input: { contributor: who, rotate_secret: true },
  })
  expect(previous_secrets_until).toMatch(/Z$/)
  await decline(who, 'Signed twice.')
  await deliver()
  for (const one of [first, secret!]) expect(readBy(one, received[0]!).type).toBe('notice.declined')
  await decline(who, 'Not sent.')
  expect(await setWebhook({ ctx, input: { contributor: who, url: null } })).toMatchObject({
    url: null,
    pending: 0,
  })
  expect(await deliver()).toBe(0)
  const again = await setWebhook({ ctx, input: { contributor: who, url } })
  expect([first, secret]).not.toContain(again.secret)
})

test('delivered messages are deleted after 30 days, and waiting ones are not', async () => {
  const who = await newContributor()
  await decline(who, 'Delivered.')
  await deliver()
  await decline(who, 'Waits.')
  await ctx.sql`update notice_message set last_attempt_at = now() - interval '31 days' where state = 'delivered'`
  await forgetDelivered({ ctx })
  const rows = await ctx.sql`select state from notice_message`
  expect(rows).toEqual([{ state: 'pending' }])
})
