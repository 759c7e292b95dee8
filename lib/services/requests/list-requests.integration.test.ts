import { randomUUID } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serviceFreeze } from '#db/schema/freeze'
import { operatorAction } from '#db/schema/operator'
import { requestLog, requestLogGap } from '#db/schema/request-log'
import { realClock } from '#lib/adapters/clock'
import { frozenText } from '#lib/domain/frozen'
import { isoTime } from '#lib/domain/text/iso-time'
import { scrub } from '#lib/domain/text/scrub'
import {
  operatorRequestDetailSchema,
  operatorRequestPageSchema,
  requestsQuery,
} from '#lib/schemas/operator-request'
import { getRequest } from '#lib/services/requests/get-request'
import { listRequests } from '#lib/services/requests/list-requests'
import { insertBounty } from '#testing/bounty-rows'
import { createTestDatabase, type TestDatabase } from '#testing/database'

const bounty = `bty_${'a'.repeat(32)}`
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const row = (operation: string, of: Partial<typeof requestLog.$inferInsert>) => ({
  requestId: randomUUID(),
  operation,
  method: 'GET',
  status: 200,
  durationMs: 3,
  at: minutesAgo(5),
  ...of,
})
const rows = [
  row('first', { status: 404, code: 'not_found', message: 'No.', at: minutesAgo(1) }),
  row('second', { status: 503, code: 'unavailable', bountyId: bounty, at: minutesAgo(90) }),
  row('third', { method: 'POST', paymentId: 7, at: minutesAgo(200) }),
  row('fourth', { apiKey: 'cairn_1a2b3c4d', at: minutesAgo(300) }),
  row('getOperatorPayment', { paymentId: 7, at: minutesAgo(3) }),
  row('looked', { bountyId: bounty, at: minutesAgo(2) }),
]

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.db.insert(requestLog).values(rows)
})
afterAll(() => database.close())

const list = async (query: Record<string, string> = {}) =>
  operatorRequestPageSchema.parse(
    await listRequests({
      ctx: { db: database.db, clock: realClock },
      input: requestsQuery.parse(query),
    }),
  )

test.each<[Record<string, string>, string[]]>([
  [{}, ['first', 'second', 'third', 'fourth']],
  [{ without_not_found: 'true' }, ['second', 'third', 'fourth']],
  [{ reads: 'true' }, ['first', 'looked', 'getOperatorPayment', 'second', 'third', 'fourth']],
  [{ outcome: 'refused' }, ['first', 'second']],
  [{ outcome: '4xx' }, ['first']],
  [{ outcome: '5xx' }, ['second']],
  [{ outcome: 'ok' }, ['third', 'fourth']],
  [{ code: 'unavailable' }, ['second']],
  [{ operation: 'looked' }, ['looked']],
  [{ key: 'cairn_1a2b3c4d' }, ['fourth']],
  [{ bounty_id: bounty }, ['looked', 'second']],
  [{ payment_id: '7' }, ['getOperatorPayment', 'third']],
  [{ within: '3600' }, ['first']],
  [{ until: minutesAgo(100).toISOString(), within: '7200' }, ['third']],
])('%j finds what it says, newest first', async (query, expected) => {
  expect((await list(query)).requests.map(({ operation }) => operation)).toEqual(expected)
})

test('price quotes can be told from refused payments, and left out', async () => {
  const answered = (operation: string, minutes: number, isQuote: boolean | null) =>
    row(operation, { status: 402, code: 'payment_required', isQuote, at: minutesAgo(minutes) })
  const rows = [
    answered('priced', 4, true),
    answered('unpaid', 6, false),
    answered('earlier version', 7, null),
  ]
  await database.db.insert(requestLog).values(rows)
  const found = async (query: Record<string, string>) =>
    (await list({ code: 'payment_required', ...query })).requests.map((one) => [one.operation, one.is_quote])
  expect(await found({})).toEqual([
    ['priced', true],
    ['unpaid', false],
    ['earlier version', null],
  ])
  expect(await found({ without_quotes: 'true' })).toEqual([
    ['unpaid', false],
    ['earlier version', null],
  ])
  const leftOut = async (query: Record<string, string>) => (await list(query)).quotes_left_out
  expect(await leftOut({ code: 'payment_required', without_quotes: 'true' })).toEqual({
    count: 1,
    is_more: false,
  })
  expect(await leftOut({ code: 'payment_required' })).toBeNull()
  const ids = rows.map(({ requestId }) => requestId)
  await database.db.delete(requestLog).where(inArray(requestLog.requestId, ids))
})

test('each page continues after the one before, and no request is shown twice', async () => {
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await list({ limit: '1', ...(cursor ? { cursor } : {}) })
    seen.push(...page.requests.map(({ operation }) => operation))
    cursor = page.next_cursor
  }
  expect(seen).toEqual(['first', 'second', 'third', 'fourth'])
})

test('an id of which nothing is kept is answered with how many were left out', async () => {
  const get = async (requestId: string) =>
    operatorRequestDetailSchema.parse(await getRequest({ ctx: database, input: { requestId } }))
  expect(await get(rows[0]!.requestId)).toMatchObject({
    request: { operation: 'first', message: 'No.' },
    audit_id: null,
  })
  await database.db.insert(requestLogGap).values({ minute: minutesAgo(10), reason: 'flood', count: 4 })
  const absent = await get(randomUUID())
  expect(absent).toMatchObject({ request: null, kept_days: 30, left_out: { flood: 4, lost: 0 } })
  expect(absent.left_out.last_at).not.toBeNull()
})

test('a repeated paid request is told from the first one, and from reads of its payment', async () => {
  const { paymentId } = await insertBounty(database.db, 'open')
  const order = (minutes: number, of: object) =>
    row('createBounty', { method: 'POST', status: 201, paymentId, at: minutesAgo(minutes), ...of })
  const requests = [
    order(40, { status: 503 }),
    order(30, {}),
    order(20, { status: 409 }),
    order(10, {}),
    order(5, {}),
    row('getOperatorPayment', { paymentId, at: minutesAgo(4) }),
    row('getOperatorPayment', { paymentId, at: minutesAgo(3) }),
  ]
  await database.db.insert(requestLog).values(requests)
  const listed = await list({ payment_id: String(paymentId) })
  expect(listed.requests.map(({ is_repeat }) => is_repeat).reverse()).toEqual([
    ...[false, false, false, true, true],
    ...[false, false],
  ])
  const { request } = await getRequest({ ctx: database, input: { requestId: requests[4]!.requestId } })
  expect(request?.is_repeat).toBe(true)
})

test('a wallet finds the requests that its payments paid for, without the reads of operators', async () => {
  const { paymentId, payer } = await insertBounty(database.db, 'open')
  await database.db
    .insert(requestLog)
    .values([row('bought', { method: 'POST', paymentId }), row('getOperatorPayment', { paymentId })])
  const found = await list({ payer: payer.toUpperCase().replace('0X', '0x') })
  expect(found.requests.map(({ operation }) => operation)).toEqual(['bought'])
  expect((await list({ payer: `0x${'99'.repeat(20)}` })).requests).toEqual([])
})

test('previews of actions are left out as reads are, and an action says what it was done to', async () => {
  const acted = row('runAction', { method: 'POST', action: 'unban_wallet', at: minutesAgo(0.5) })
  const wallet = `0x${'ab'.repeat(20)}`
  const done = [
    acted,
    row('previewAction', { method: 'POST', action: 'unban_wallet', at: minutesAgo(0.6) }),
    row('previewAction', { method: 'POST', action: 'unban_wallet', status: 404, at: minutesAgo(0.7) }),
  ]
  await database.db.insert(requestLog).values(done)
  await database.db.insert(operatorAction).values({
    ...{
      operator: `0x${'cd'.repeat(20)}`,
      chainId: 8453,
      action: 'unban_wallet',
      subject: 'wallet',
      subjectId: wallet,
    },
    ...{
      input: {},
      reason: 'It was a mistake.',
      effect: 'It may pay.',
      result: {},
      requestId: acted.requestId,
    },
  })
  const last = async (query: Record<string, string>, count: number) =>
    (await list(query)).requests.slice(0, count).map((one) => [one.operation, one.status, one.done_to])
  const doneTo = { subject: 'wallet', subject_id: wallet }
  expect(await last({}, 2)).toEqual([
    ['runAction', 200, doneTo],
    ['previewAction', 404, null],
  ])
  expect((await last({ reads: 'true' }, 3)).map(([, status]) => status)).toEqual([200, 200, 404])
  const { request } = await getRequest({ ctx: database, input: { requestId: acted.requestId } })
  expect(request?.done_to).toEqual(doneTo)
})

test('a request that a frozen service refused names the freeze, and is no error of ours', async () => {
  const [early, during, later] = [500, 400, 300].map((minutes) =>
    row('frozen', {
      method: 'POST',
      status: 503,
      code: 'unavailable',
      message: scrub(frozenText),
      at: minutesAgo(minutes),
    }),
  )
  await database.db.insert(requestLog).values([early!, during!, later!])
  const since = minutesAgo(450)
  await database.db
    .insert(serviceFreeze)
    .values({ cause: 'operator', reason: 'Frozen by 0xab: a drill', since })
  await database.db
    .update(serviceFreeze)
    .set({ endedAt: minutesAgo(350), endedBy: 'command line', accepted: null })
  const frozenOf = async ({ requestId }: { requestId: string }) =>
    operatorRequestDetailSchema.parse(await getRequest({ ctx: database, input: { requestId } })).frozen
  expect(await frozenOf(during!)).toMatchObject({ reason: 'Frozen by 0xab: a drill', since: isoTime(since) })
  expect([await frozenOf(early!), await frozenOf(later!), await frozenOf(rows[1]!)]).toEqual([
    null,
    null,
    null,
  ])
  const operations = async (outcome: string) =>
    (await list({ outcome, operation: 'frozen' })).requests.map(({ operation }) => operation)
  expect(await operations('5xx')).toEqual([])
  expect(await operations('refused')).toHaveLength(3)
})
