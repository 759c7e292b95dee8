import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { submission, submissionFile } from '#db/schema/submission'
import { upload } from '#db/schema/upload'
import { type OpenContext, openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { transition } from '#lib/services/bounties/transition'
import { openDeliverer } from '#lib/services/webhooks/deliver-webhooks'
import { getWebhook } from '#lib/services/webhooks/get-webhook'
import { bountyReceivers } from '#lib/services/webhooks/receivers'
import { setWebhook } from '#lib/services/webhooks/set-webhook'
import { insertBounty } from '#testing/bounty-rows'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { unchainedSettings } from '#testing/unchained-settings'
import { until } from '#testing/until'

type Received = { headers: IncomingMessage['headers']; body: string }

let database: TestDatabase
let ctx: OpenContext
let server: Server
let url: string
/** The requests that arrived, each with the answer it got. */
const received: Received[] = []
let answer = 204
let respond: () => number | Promise<number>

beforeAll(async () => {
  database = await createTestDatabase()
  ctx = await openContext(parseEnv(unchainedSettings(database.url)), { service: 'test', maxConnections: 6 })
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ headers: request.headers, body })
    const status = await respond()
    response.writeHead(status, status === 302 ? { location: url } : {}).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/told`
})
afterAll(async () => {
  server.close()
  await ctx.close()
  await database.close()
})
beforeEach(async () => {
  await ctx.sql`delete from bounty_webhook`
  received.length = 0
  answer = 204
  respond = () => answer
})

const cancel = (bountyId: string) => ctx.db.transaction((tx) => transition({ tx, bountyId, event: 'cancel' }))
/** Tries all due messages once, and waits for the results. */
const deliver = async () => {
  const deliverer = openDeliverer({ ctx, receivers: bountyReceivers })
  const started = await deliverer.startDue()
  await deliverer.allEnded()
  return started
}
const deliverAll = async () => {
  while ((await deliver()) > 0);
}
const isDue = () => ctx.sql`update webhook_delivery set next_attempt_at = now() where state = 'pending'`
const secretOf = async (bountyId: string) => (await getWebhook({ ctx, input: { bountyId } })).secret!
const read = async (one: Received, bountyId: string) => readBy(one, await secretOf(bountyId))
const readBy = ({ headers, body }: Received, secret: string) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)

async function openBounty(receiver = url): Promise<string> {
  const { bountyId } = await insertBounty(ctx.db, 'open')
  await setWebhook({ ctx, input: { bountyId, url: receiver } })
  return bountyId
}

const contributor = `0x${'ab'.repeat(20)}`
async function handIn(bountyId: string, submissionId: string): Promise<void> {
  await ctx.db.insert(submission).values({ submissionId, bountyId, contributor })
}

test('each change and each submission is told once, in order, in a form that anyone’s receiver verifies', async () => {
  const bountyId = await openBounty()
  await handIn(bountyId, `sub_${'1'.repeat(32)}`)
  await cancel(bountyId)
  await deliverAll()
  await deliverAll()
  expect(await Promise.all(received.map((one) => read(one, bountyId)))).toEqual([
    {
      type: 'submission.received',
      timestamp: expect.stringMatching(/Z$/),
      data: {
        bounty_id: bountyId,
        submission_id: `sub_${'1'.repeat(32)}`,
        place_match: 'unknown',
        time_match: 'unknown',
        preview_status: 'pending',
        quality_status: 'pending',
        model_forecast: null,
        reconstruction_status: 'none',
        declined: null,
      },
    },
    {
      type: 'bounty.status_changed',
      timestamp: expect.stringMatching(/Z$/),
      data: { bounty_id: bountyId, status: 'cancelling' },
    },
  ])
  expect(await getWebhook({ ctx, input: { bountyId } })).toMatchObject({
    pending: 0,
    given_up: 0,
    last_attempt: { result: '204' },
  })
})

test('a submitted film is told with the fit of its claims to the order', async () => {
  const bountyId = await openBounty()
  const [submissionId, uploadId] = [`sub_${'f'.repeat(32)}`, `upl_${'f'.repeat(32)}`]
  const film = { sha256: Buffer.alloc(32, 2), byteLength: 1_000 }
  await ctx.db
    .insert(upload)
    .values({ ...film, uploadId, owner: contributor, state: 'submitted', expiresAt: new Date() })
  await ctx.db.transaction(async (tx) => {
    await tx.insert(submission).values({ submissionId, bountyId, contributor })
    await tx.insert(submissionFile).values({
      ...film,
      submissionId,
      uploadId,
      mediaType: 'video/mp4',
      cell: 1,
      capturedAt: new Date(0),
      placeMatch: 'elsewhere',
      timeMatch: 'before_order',
    })
  })
  await deliverAll()
  expect(await Promise.all(received.map((one) => read(one, bountyId)))).toMatchObject([
    { type: 'submission.received', data: { place_match: 'elsewhere', time_match: 'before_order' } },
  ])
})

test('a change that is rolled back sends no message, and neither does a bounty without a webhook', async () => {
  const bountyId = await openBounty()
  const { bountyId: silent } = await insertBounty(ctx.db, 'open')
  await ctx.db
    .transaction(async (tx) => {
      await transition({ tx, bountyId, event: 'cancel' })
      throw new Error('rolled back')
    })
    .catch(() => {})
  await cancel(silent)
  await deliverAll()
  expect(received).toEqual([])
})

test('a message that is not accepted is sent again with the same id, and the next one waits for it', async () => {
  const bountyId = await openBounty()
  await handIn(bountyId, `sub_${'2'.repeat(32)}`)
  await cancel(bountyId)
  answer = 500
  // Once each time, since the wait before the next try may end meanwhile.
  await deliver()
  expect(received).toHaveLength(1)
  await isDue()
  await deliver()
  expect(received).toHaveLength(2)
  answer = 200
  await isDue()
  await deliverAll()
  const messages = await Promise.all(received.map((one) => read(one, bountyId)))
  expect(messages.map((message) => (message as { type: string }).type)).toEqual([
    ...Array(3).fill('submission.received'),
    'bounty.status_changed',
  ])
  const ids = received.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids.slice(0, 3)).size).toBe(1)
  expect(ids[3]).not.toBe(ids[0])
})

test('a receiver that never takes anything is given up in the end, and says so to the owner', async () => {
  const bountyId = await openBounty()
  await cancel(bountyId)
  answer = 302
  for (let tries = 0; tries < 20; tries++) {
    await isDue()
    await deliver()
  }
  expect(received).toHaveLength(9)
  expect(await getWebhook({ ctx, input: { bountyId } })).toMatchObject({
    pending: 0,
    given_up: 1,
    last_attempt: { result: '302' },
  })
})

test('a redirect is not followed, and a receiver that answers 410 Gone is not called again', async () => {
  const bountyId = await openBounty()
  await cancel(bountyId)
  answer = 410
  await deliverAll()
  await isDue()
  await deliverAll()
  expect(received).toHaveLength(1)
})

test('several workers at once deliver no message twice', async () => {
  const bounties = await Promise.all(Array.from({ length: 12 }, openBounty))
  for (const bountyId of bounties) await cancel(bountyId)
  await Promise.all([1, 2, 3, 4].map(deliverAll))
  expect(received).toHaveLength(12)
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(12)
})

test('a worker that dies in the middle leaves the message to the next', async () => {
  const bountyId = await openBounty()
  await cancel(bountyId)
  // Claimed by a process that died.
  await ctx.sql`update webhook_delivery set attempts = 1, next_attempt_at = now() + interval '30 seconds'`
  await deliverAll()
  expect(received).toEqual([])
  await isDue()
  await deliverAll()
  expect(received).toHaveLength(1)
})

test('the late result of a slow worker does not replace that of the worker that tried after it', async () => {
  const bountyId = await openBounty()
  await cancel(bountyId)
  const held = Promise.withResolvers<void>()
  respond = async () => {
    // The first try is answered last, and well.
    if (received.length > 1) return 500
    await held.promise
    return 204
  }
  const late = openDeliverer({ ctx, receivers: bountyReceivers })
  await late.startDue()
  await until(() => received.length === 1, { what: 'the first try arrives' })
  await isDue()
  expect(await deliver()).toBe(1)
  held.resolve()
  await late.allEnded()
  const rows = await ctx.sql`select state, attempts, last_result from webhook_delivery`
  expect(rows).toEqual([{ state: 'pending', attempts: 2, last_result: '500' }])
})

test('any number of receivers that upgrade, hang or send endless hints do not delay messages to others', async () => {
  const hostile = [
    (socket: Socket) => void socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n'),
    (socket: Socket) => void socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000)),
    (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\nX: '),
    () => {},
  ]
  const sockets = new Set<Socket>()
  const servers = await Promise.all(
    hostile.map(async (behave) => {
      const server = createTcpServer((socket) => {
        sockets.add(socket.on('error', () => {}))
        socket.once('data', () => behave(socket))
      })
      await once(server.listen(0, '127.0.0.1'), 'listening')
      return server
    }),
  )
  for (const server of servers)
    for (let count = 0; count < 10; count++) {
      const bountyId = await openBounty(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      await cancel(bountyId)
    }
  const limits = { total: 40, perReceiver: 4 }
  const busy = openDeliverer({ ctx, receivers: bountyReceivers, limits, timeoutMs: 600_000 })
  expect(await busy.startDue()).toBe(16)
  const bountyId = await openBounty()
  await cancel(bountyId)
  await busy.startDue()
  // Arrives while the silent receivers are still being tried.
  await until(() => received.length === 1, { what: 'the message of the other bounty' })
  const silent = await ctx.sql`
    select id from webhook_delivery join bounty_webhook using (bounty_id)
    where attempts > 0 and last_attempt_at is null and url <> ${url}`
  expect(silent.length).toBeGreaterThanOrEqual(8)
  for (const server of servers) server.close()
  for (const socket of sockets) socket.destroy()
  await busy.allEnded()
})

test('an altered message, another bounty’s key or an old time does not verify', async () => {
  const bountyId = await openBounty()
  await cancel(bountyId)
  await deliverAll()
  const [one] = received
  const altered = { ...one!, body: one!.body.replace('cancelling', 'accepted') }
  await expect(read(altered, bountyId)).rejects.toThrow()
  await expect(read(one!, await openBounty())).rejects.toThrow()
  const old = String(Number(one!.headers['webhook-timestamp']) - 3_600)
  const late = { ...one!, headers: { ...one!.headers, 'webhook-timestamp': old } }
  await expect(read(late, bountyId)).rejects.toThrow()
})

test('a worker whose clock is hours wrong sends messages that receivers accept', {
  tags: 'thorough',
}, async () => {
  for (const hours of [-3, 3]) {
    received.length = 0
    const bountyId = await openBounty()
    await cancel(bountyId)
    vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: Date.now() + hours * 3_600_000 })
    await deliverAll()
    vi.useRealTimers()
    const [one] = received
    expect(await read(one!, bountyId)).toMatchObject({ type: expect.any(String) })
  }
})

test('where to is taken back with what still waits', async () => {
  const bountyId = await openBounty()
  await cancel(bountyId)
  expect(await setWebhook({ ctx, input: { bountyId, url: null } })).toEqual({
    url: null,
    secret: null,
    previous_secrets_until: null,
    pending: 0,
    given_up: 0,
    last_attempt: null,
  })
  await deliverAll()
  expect(received).toEqual([])
})

test('for a day after a rotation messages verify by the new secret and by those before, and then by the new one alone', async () => {
  const bountyId = await openBounty()
  const secrets = [await secretOf(bountyId)]
  // Twice, like a client that did not receive the first answer.
  for (const time of ['first', 'second']) {
    const rotated = await setWebhook({ ctx, input: { bountyId, rotate_secret: true } })
    expect(secrets, time).not.toContain(rotated.secret)
    expect(rotated).toMatchObject({ url, previous_secrets_until: expect.stringMatching(/Z$/) })
    secrets.push(rotated.secret!)
  }
  await handIn(bountyId, `sub_${'3'.repeat(32)}`)
  await deliverAll()
  for (const secret of secrets)
    expect(readBy(received[0]!, secret)).toMatchObject({ type: 'submission.received' })
  expect(String(received[0]!.headers['webhook-signature']).split(' ')).toHaveLength(3)

  await ctx.sql`update bounty_webhook set secret_rotated_at = now() - interval '25 hours'`
  await cancel(bountyId)
  await deliverAll()
  expect(readBy(received[1]!, secrets[2]!)).toMatchObject({ type: 'bounty.status_changed' })
  for (const secret of secrets.slice(0, 2)) expect(() => readBy(received[1]!, secret)).toThrow()
  expect(await getWebhook({ ctx, input: { bountyId } })).toMatchObject({
    secret: secrets[2],
    previous_secrets_until: null,
  })
})

test('a message has at most four signatures after any number of rotations, and a removed receiver’s secret never comes back', async () => {
  const bountyId = await openBounty()
  const first = await secretOf(bountyId)
  for (let count = 0; count < 6; count++) await setWebhook({ ctx, input: { bountyId, rotate_secret: true } })
  const last = await secretOf(bountyId)
  await cancel(bountyId)
  await deliverAll()
  expect(String(received[0]!.headers['webhook-signature']).split(' ')).toHaveLength(4)
  expect(readBy(received[0]!, last)).toBeDefined()
  expect(() => readBy(received[0]!, first)).toThrow()
  await setWebhook({ ctx, input: { bountyId, url: null } })
  await expect(setWebhook({ ctx, input: { bountyId, rotate_secret: true } })).rejects.toMatchObject({
    code: 'invalid_request',
    field: 'rotate_secret',
  })
  await setWebhook({ ctx, input: { bountyId, url } })
  expect([first, last]).not.toContain(await secretOf(bountyId))
})

test('a receiver can be set with a new secret while another request removes it', async () => {
  const bountyId = await openBounty()
  const set = (input: Parameters<typeof setWebhook>[0]['input']) => setWebhook({ ctx, input })
  for (let round = 0; round < 20; round++)
    await Promise.all([set({ bountyId, url, rotate_secret: true }), set({ bountyId, url: null })])
  expect(await set({ bountyId, url, rotate_secret: true })).toMatchObject({ url })
})
