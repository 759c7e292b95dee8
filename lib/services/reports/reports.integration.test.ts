import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportCase } from '#db/schema/report'
import type { ReportCategory, ReportedKind } from '#lib/domain/moderation/report'
import { reportDetailSchema, reportPageSchema, reportsQuery } from '#lib/schemas/operator-report'
import { getCapture } from '#lib/services/captures/get-capture'
import { withdrawCapture } from '#lib/services/operator/actions/withdraw-capture'
import { findAnything } from '#lib/services/operator/find/find-anything'
import { getReport } from '#lib/services/reports/get-report'
import { listReports } from '#lib/services/reports/list-reports'
import { readClaim } from '#lib/services/reports/read-claim'
import { requestLogOf } from '#lib/services/requests/request-log'
import { anchorTestCaptures } from '#testing/anchored-captures'
import { seedBounty } from '#testing/bounty-states'
import { operate } from '#testing/operate'
import { dispatcher } from '#testing/paid-service'
import { publishTestFilms } from '#testing/published-films'
import { openUnchained } from '#testing/unchained-context'
import { openUnpaidService, origin, type UnpaidService } from '#testing/unpaid-service'

let service: UnpaidService
beforeAll(async () => {
  service = await openUnpaidService()
})
afterAll(() => service?.close())

type Told = { kind: ReportedKind; id: string; category?: ReportCategory; text?: string }
const post = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
const report = ({ category = 'private_home', ...told }: Told, headers = {}) =>
  service.send('/api/reports', post({ category, ...told }, headers))
const queue = async (query: Record<string, string> = {}) =>
  reportPageSchema.parse(await listReports({ ctx: service.ctx, input: reportsQuery.parse(query) }))
const caseOf = async (subjectId: string) => {
  const [row] = await service.ctx.db.select().from(reportCase).where(eq(reportCase.subjectId, subjectId))
  return row
}
const detailOf = async (subjectId: string) =>
  reportDetailSchema.parse(
    await getReport({ ctx: service.ctx, input: { reportId: (await caseOf(subjectId))!.id } }),
  )

test('every report gets the same answer: of what is known, unknown, reported before, or not public', async () => {
  const { bounty_id: id, submissionIds } = await seedBounty(service.ctx, 'open')
  const { bounty_id: unposted } = await seedBounty(service.ctx, 'paid')
  const answers = []
  for (const told of [
    { kind: 'bounty', id },
    { kind: 'bounty', id },
    { kind: 'bounty', id: unposted },
    { kind: 'bounty', id: `bty_${'0'.repeat(32)}` },
    { kind: 'bounty', id: 'nonsense?' },
    { kind: 'submission', id: submissionIds[0]! },
    { kind: 'submission', id },
    { kind: 'model', id: `mdl_${'0'.repeat(32)}` },
  ] as const) {
    const answer = await report(told)
    const headers = Object.fromEntries(answer.headers)
    for (const name of ['x-request-id', 'date']) delete headers[name]
    answers.push({ status: answer.status, body: await answer.json(), headers })
  }
  expect(answers[0]).toMatchObject({ status: 202, body: { received: true } })
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(await caseOf(unposted)).toBeUndefined()
  expect(await caseOf(submissionIds[0]!)).toMatchObject({ kind: 'submission', bountyId: id, reports: 1 })
  // Two films of one bounty differ by their times and ids.
  expect(await detailOf(submissionIds[0]!)).toMatchObject({ submitted_at: expect.stringMatching(/Z$/) })
  expect(await detailOf(id)).toMatchObject({ submitted_at: null })
})

test('reports of one subject form one case, counted by category, and the most serious decides its rank', async () => {
  const { bounty_id: id } = await seedBounty(service.ctx, 'open')
  await Promise.all(
    (['other', 'child', 'other', 'spam'] as const).map((category) =>
      report({ kind: 'bounty', id, category, text: `It is ${category}.` }),
    ),
  )
  const found = await detailOf(id)
  expect(found).toMatchObject({
    kind: 'bounty',
    state: 'waiting',
    reports: 4,
    bounty_state: 'open',
    hidden: null,
    categories: [
      { category: 'child', count: 1 },
      { category: 'spam', count: 1 },
      { category: 'other', count: 2 },
    ],
    may: { dismiss: true, hide: true, unhide: false, cancel: true },
  })
  expect(found.texts).toHaveLength(4)
})

test('a flood of reports is counted, and only its first texts are stored', async () => {
  const { bounty_id: id } = await seedBounty(service.ctx, 'open')
  for (let count = 0; count < 23; count++) await report({ kind: 'bounty', id, text: `Text ${count}.` })
  const found = await detailOf(id)
  expect(found.reports).toBe(23)
  expect(found.texts.map(({ text }) => text)).toEqual(
    Array.from({ length: 20 }, (_, count) => `Text ${count}.`),
  )
})

test('nothing of the person who reports reaches the database, and no request is logged', async () => {
  const { bounty_id: id } = await seedBounty(service.ctx, 'open')
  const marks = ['203.0.113.77', 'agent-of-a-reporter', 'session-of-a-reporter', 'https://page.example/from']
  const headers = {
    'x-forwarded-for': marks[0]!,
    'user-agent': marks[1]!,
    authorization: `Bearer ${marks[2]}`,
    cookie: `cairn_session=${marks[2]}`,
    referer: marks[3]!,
  }
  const answer = await report({ kind: 'bounty', id, text: 'It asks for a home.' }, headers)
  const requestId = answer.headers.get('x-request-id')!
  expect(await caseOf(id)).toMatchObject({ reports: 1 })
  await requestLogOf(service.ctx).flush()
  const { sql: query } = service.ctx
  const tables = await query<{ name: string }[]>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`
  for (const { name } of tables) {
    const [{ found }] = (await query.unsafe(
      `select coalesce(string_agg(t::text, ' '), '') as found from ${name} t`,
    )) as unknown as [{ found: string }]
    for (const mark of [...marks, requestId]) expect(found, name).not.toContain(mark)
  }
  const logged = await query`select from request_log where operation = 'createReport' and status < 400`
  expect(logged).toHaveLength(0)
  // Not finer than an hour, in any column.
  const [times] = await query<{ fine: number }[]>`
    select count(*)::int as fine from report_case where extract(epoch from waiting_since)::bigint % 3600 <> 0`
  expect(times!.fine).toBe(0)
})

test('a refused report leaves no trace of its subject in the request log', async () => {
  const { bounty_id: id } = await seedBounty(service.ctx, 'open')
  expect((await report({ kind: 'bounty', id, category: 'rude' as never })).status).toBe(400)
  expect((await report({ kind: 'bounty', id, text: 'a\u202eb' })).status).toBe(400)
  expect((await report({ kind: 'bounty', id, text: 'a'.repeat(1_001) })).status).toBe(400)
  await requestLogOf(service.ctx).flush()
  const rows = await service.ctx.sql<{ row: string }[]>`
    select r::text as row from request_log r where operation = 'createReport'`
  expect(rows).toHaveLength(3)
  for (const { row } of rows) expect(row).not.toContain(id)
  expect(await caseOf(id)).toBeUndefined()
})

test('reports count against the limit of free requests of an address', async () => {
  const [{ url }] = (await service.ctx.sql`
    select current_database() as url`) as unknown as [{ url: string }]
  const base = new URL(service.ctx.env.databaseUrl)
  base.pathname = `/${url}`
  const limited = await openUnchained(base.href, { RATE_LIMIT_FREE: '1' })
  try {
    const { bounty_id: id } = await seedBounty(limited, 'open')
    const send = () =>
      dispatcher(limited)(
        new Request(`${origin}/api/reports`, post({ kind: 'bounty', id, category: 'spam' })),
      )
    const statuses = [(await send()).status, (await send()).status]
    expect(statuses).toEqual([202, 429])
    expect(await caseOf(id)).toMatchObject({ reports: 1 })
  } finally {
    await limited.close()
  }
})

test('the queue has the most severe reports first, then those that wait longest, in pages without a gap', async () => {
  await service.ctx.db.execute(sql`update report_case set state = 'dismissed', decided_at = now()`)
  const ids = new Map<string, string>()
  for (const [name, category] of [
    ['new spam', 'spam'],
    ['old spam', 'spam'],
    ['child', 'child'],
    ['home', 'private_home'],
  ] as const) {
    const { bounty_id: id } = await seedBounty(service.ctx, 'open')
    ids.set(id, name)
    await report({ kind: 'bounty', id, category })
    if (name === 'old spam')
      await service.ctx.db
        .update(reportCase)
        .set({ waitingSince: sql`waiting_since - interval '3 hours'` })
        .where(eq(reportCase.subjectId, id))
  }
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await queue({ limit: '1', ...(cursor ? { cursor } : {}) })
    seen.push(...page.reports.map(({ subject_id }) => ids.get(subject_id)!))
    cursor = page.next_cursor
  }
  expect(seen).toEqual(['child', 'home', 'old spam', 'new spam'])
  expect((await queue({ category: 'spam' })).reports).toHaveLength(2)
  expect((await queue({ kind: 'model' })).reports).toEqual([])
})

test('a dismissed report leaves the queue, and a new one makes it wait again without the old texts', async () => {
  const { bounty_id: id } = await seedBounty(service.ctx, 'open')
  await report({ kind: 'bounty', id, category: 'child', text: 'The first.' })
  const subject = { kind: 'bounty', id }
  await operate(service.ctx, 'dismiss_report', subject)
  expect(await caseOf(id)).toMatchObject({ state: 'dismissed' })
  await expect(operate(service.ctx, 'dismiss_report', subject)).rejects.toThrow('No report')
  await report({ kind: 'bounty', id, category: 'spam', text: 'The second.' })
  expect(await detailOf(id)).toMatchObject({
    state: 'waiting',
    reports: 1,
    categories: [{ category: 'spam', count: 1 }],
    texts: [{ category: 'spam', text: 'The second.' }],
  })
})

test('the record of a capture can be reported, and its withdrawal settles the report', async () => {
  const asked = { treeId: 9_000, geohashes: ['u33dbb'], capturedAt: '2026-01-01T00:00:00Z' }
  const sha256 = (await anchorTestCaptures(service.ctx, asked))[0]!
  for (const id of [sha256, 'f'.repeat(64), sha256.toUpperCase(), sha256.slice(1)])
    expect((await report({ kind: 'capture', id, text: 'My garden is in it.' })).status).toBe(202)
  expect(await caseOf(sha256)).toMatchObject({ kind: 'capture', bountyId: null, reports: 1 })
  expect((await queue({ kind: 'capture' })).reports).toMatchObject([
    { subject_id: sha256, title: sha256, bounty_id: null, bounty_state: null, hidden: null },
  ])
  expect(await detailOf(sha256)).toMatchObject({
    brief: null,
    payer: null,
    contributor: null,
    preview_url: null,
    page_url: expect.stringMatching(new RegExp(`/verify/${sha256}$`)),
    texts: [{ text: 'My garden is in it.' }],
    may: { dismiss: true, hide: false, unhide: false, cancel: false },
    claim: { geohash: 'u33dbb', captured_at: '2026-01-01T00:00:00Z' },
    taken_in: { submission_id: null, bounty_id: null, contributor: null, received_at: expect.any(String) },
  })
  const { id: number } = (await caseOf(sha256))!
  for (const text of [`report ${number}`, sha256]) {
    const { places } = await findAnything({ ctx: service.ctx, input: { id: text }, operationNames: {} })
    expect(places.find(({ place }) => place === 'reports')).toMatchObject({
      found: [{ kind: 'report', id: String(number), href: `/operator/reports/${number}` }],
    })
  }
  await operate(service.ctx, 'dismiss_report', { kind: 'capture', id: sha256 })
  expect(await caseOf(sha256)).toMatchObject({ state: 'dismissed' })
  await report({ kind: 'capture', id: sha256, category: 'not_real' })
  const input = { sha256, public_reason: 'privacy' } as const
  const { effect } = await withdrawCapture.preview({ ctx: service.ctx, input })
  expect(effect).toMatch(/open report of this capture is closed/)
  expect(effect).toMatch(/its hash, its cell .* and its claimed time/)
  await operate(service.ctx, 'withdraw_capture', input)
  expect(await detailOf(sha256)).toMatchObject({
    state: 'acted',
    in_force: true,
    withdrawn_at: expect.any(String),
    decisions: [
      { action: 'withdraw_capture', reason: 'It breaks the rules.' },
      { action: 'dismiss_report', reason: 'It breaks the rules.' },
    ],
  })
  const { id } = (await caseOf(sha256))!
  const capture = () => getCapture({ ctx: service.ctx, input: { id: sha256 } })
  expect(await capture()).toMatchObject({ report: { id, is_waiting: false } })
  await operate(service.ctx, 'restore_capture', { sha256 })
  expect(await detailOf(sha256)).toMatchObject({ state: 'acted', in_force: false, withdrawn_at: null })
})

test('a report of a film, and of the capture that it became, has the claimed place and time, and the account', async () => {
  const [contributor, payer] = [`0x${'c1'.repeat(20)}`, `0x${'b1'.repeat(20)}`]
  const film = { contributor, payer, origin: 'declared' as const, geohash: 'u33dbb' }
  const films = [{ ...film, capturedAt: '2026-01-02T03:04:05Z' }]
  const [sha256] = await publishTestFilms(service.ctx, { treeId: 9_001, films })
  await report({ kind: 'capture', id: sha256! })
  const claim = { geohash: 'u33dbb', captured_at: '2026-01-02T03:04:05Z' }
  const { taken_in, ...capture } = await detailOf(sha256!)
  expect(capture).toMatchObject({ claim })
  expect(taken_in).toMatchObject({ source: 'film', contributor, submission_id: `sub_${sha256}` })
  const reported = { kind: 'submission', subjectId: `sub_${sha256}`, bountyId: taken_in!.bounty_id } as const
  expect(await readClaim(service.ctx, reported)).toEqual({ claim, taken_in: null })
})

test('a report says that its measure was lifted again, who decided, and since when a wallet is banned', async () => {
  const { bounty_id: id } = await seedBounty(service.ctx, 'open')
  await report({ kind: 'bounty', id })
  await operate(service.ctx, 'hide_subject', { kind: 'bounty', id })
  expect(await detailOf(id)).toMatchObject({ state: 'acted', in_force: true, banned: [] })
  await operate(service.ctx, 'unhide_subject', { kind: 'bounty', id }, 'It was a mistake.')
  const { payer, ...found } = await detailOf(id)
  expect(found).toMatchObject({
    state: 'acted',
    in_force: false,
    hidden: null,
    decisions: [
      { action: 'unhide_subject', reason: 'It was a mistake.', operator: expect.stringMatching(/^0x/) },
      { action: 'hide_subject' },
    ],
  })
  expect((await queue({ state: 'acted', kind: 'bounty' })).reports).toContainEqual(
    expect.objectContaining({ subject_id: id, in_force: false }),
  )
  await operate(service.ctx, 'ban_wallet', { wallet: payer }, 'Fraud.')
  expect((await detailOf(id)).banned).toMatchObject([{ wallet: payer, reason: 'Fraud.' }])
  await operate(service.ctx, 'unban_wallet', { wallet: payer })
})
