import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenContext, openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { expireBounties } from '#lib/services/bounties/expire-bounties'
import { readHistory } from '#lib/services/health/read-history'
import { sampleFigures } from '#lib/services/health/sample-figures'
import { sampleMoney } from '#lib/services/health/sample-money'
import { runAudit } from '#lib/services/ledger/run-audit'
import { listAudits, readMoney } from '#lib/services/operator/overview/read-money'
import { readPulse } from '#lib/services/operator/overview/read-pulse'
import { insertBounty } from '#testing/bounty-rows'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { insertPastPayments } from '#testing/past-payments'
import { unchainedSettings } from '#testing/unchained-settings'

let database: TestDatabase
let ctx: OpenContext
beforeAll(async () => {
  database = await createTestDatabase()
  ctx = await openContext(parseEnv(unchainedSettings(database.url)), { service: 'test', maxConnections: 8 })
  await moveClock(0)
})
afterAll(async () => {
  await ctx?.close()
  await database?.close()
})

/** One minute into a five-minute slot, so that the next slot does not begin during a test. */
const begin = 360 - (Math.floor(Date.now() / 1_000) % 300)
const moveClock = async (seconds: number) => {
  await ctx.sql`update service_clock set offset_seconds = ${begin + seconds}`
  await ctx.clock.refresh()
}
const base = 'eip155:8453'
const pointsOf = async (range: '24h' | '1y' = '24h') => {
  const { networks } = await readHistory({ ctx, input: { range } })
  return networks.find(({ network }) => network === base)!.points
}

test('audits with the same result share one row, and the last audit gives the state of the money', async () => {
  expect((await readMoney({ ctx })).money).toMatchObject({ verdict: 'unchecked', audited_at: null })
  await Promise.all((['worker', 'scheduler'] as const).map((by) => runAudit({ ctx, input: { by } })))
  await runAudit({ ctx, input: { by: 'command' } })
  const { audits } = await listAudits({ ctx, input: { limit: 10 } })
  expect(audits).toMatchObject([{ verdict: 'unchecked', times: 3, last_by: 'command', findings: [] }])
  expect(audits[0]!.could_not_check.map(({ network }) => network)).toEqual([base, 'eip155:5042'])
  const { bountyId } = await insertBounty(ctx.db, 'paid')
  await ctx.sql`update bounty set updated_at = updated_at - interval '1 day' where bounty_id = ${bountyId}`
  await runAudit({ ctx, input: { by: 'worker' } })
  const after = (await listAudits({ ctx, input: { limit: 10 } })).audits
  expect(after.map(({ verdict, times }) => [verdict, times])).toEqual([
    ['violated', 1],
    ['unchecked', 3],
  ])
  // If no new audit runs, a finding is still reported, but a clean result is not.
  await ctx.sql`update audit_run set last_at = last_at - interval '1 hour', first_at = first_at - interval '1 hour'`
  expect((await readMoney({ ctx })).money.verdict).toBe('violated')
  await ctx.sql`update audit_run set verdict = 'sound', findings = '[]'`
  expect((await readMoney({ ctx })).money.verdict).toBe('unchecked')
})

test('five minutes have one sample of each network from any number of processes, and an unknown value is null, not zero', async () => {
  const taken = await Promise.all([1, 2, 3].map(() => sampleFigures({ ctx })))
  expect(taken.filter(Boolean)).toHaveLength(1)
  expect(await sampleFigures({ ctx })).toBe(false)
  const [first] = await pointsOf()
  expect(first).toMatchObject({ escrow_usdc: null, payments_per_hour: null, bounties: { paid: 1 } })
  // A payment is counted in the first sample after it has had a minute.
  await insertBounty(ctx.db, 'open', { deadline: new Date(Date.now() + 86_400_000) })
  await moveClock(300)
  await ctx.sql`
    update audit_run set last_at = clock_timestamp(), networks = ${JSON.stringify([
      {
        network: base,
        checked: true,
        escrow: { balance: '50000000' },
        treasury: { inflows: '9000001', outflows: '0', inFlight: '9000000' },
      },
    ])}::text::jsonb`
  expect(await sampleFigures({ ctx })).toBe(true)
  const points = await pointsOf()
  expect(points).toHaveLength(2)
  expect(points[1]).toMatchObject({
    escrow_usdc: '50.00',
    in_flight_usdc: '9.00',
    payments_per_hour: 1,
    bounties: { paid: 1, open: 1 },
  })
  await moveClock(600)
  await sampleFigures({ ctx })
  expect((await pointsOf())[2]).toMatchObject({ payments_per_hour: 1 })
})

test('the pulse of a day tells look-ups from bounties, and what no audit checked from zero', async () => {
  await ctx.sql`
    insert into request_log (request_id, at, operation, method, status, duration_ms)
    select gen_random_uuid(), service_now() - interval '10 s', 'queryArea', 'POST', 200, ms from generate_series(1, 20) ms`
  // Successful reads of the console, two of which name a payment, are not counted; a refused one is.
  await ctx.sql`
    insert into request_log (request_id, at, operation, method, status, duration_ms, payment_id)
    values (gen_random_uuid(), service_now() - interval '9 s', 'getOverview', 'GET', 200, 900, null),
      (gen_random_uuid(), service_now() - interval '9 s', 'getOperatorPayment', 'GET', 200, 900, 1),
      (gen_random_uuid(), service_now() - interval '9 s', 'getPaymentAuthorization', 'GET', 200, 900, 1),
      (gen_random_uuid(), service_now() - interval '9 s', 'getOverview', 'GET', 403, 1, null)`
  await insertPastPayments(ctx.sql, { count: 3 })
  const { networks } = await readHistory({ ctx, input: { range: '24h' } })
  expect(networks.map(({ network, earned_usdc }) => [network, earned_usdc])).toEqual([
    [base, '0.01'],
    ['eip155:5042', '0.02'],
  ])
  const { points } = await readPulse({ ctx })
  expect(points).toHaveLength(288)
  expect(points.at(-1)).toMatchObject({ lookups: 3, requests: 21, p95_ms: 19, preview_wait_seconds: null })
  expect(points[0]).toMatchObject({ escrow_usdc: null, lookups: 0, requests: 0, p95_ms: null })
  expect(points.reduce((sum, { lookups }) => sum + lookups, 0)).toBe(3)
  // The other network was never audited.
  expect(points.map(({ escrow_usdc }) => escrow_usdc)).not.toContain('50.00')
  await ctx.sql`
    update audit_run set networks = ${JSON.stringify(
      [base, 'eip155:5042'].map((network) => ({ network, checked: true, escrow: { balance: '50000000' } })),
    )}::text::jsonb`
  await moveClock(900)
  await sampleFigures({ ctx })
  expect((await readPulse({ ctx })).points.at(-1)).toMatchObject({ escrow_usdc: '100.00' })
  // An audit may end as late as its five minutes, so no earlier step shows what it found.
  await moveClock(1_190)
  const [sample] = await ctx.sql<{ endMs: number }[]>`
    select extract(epoch from max(slot) + interval '5 minutes')::float8 * 1000 as "endMs" from figure_sample`
  const shown = (await readPulse({ ctx })).points.find(({ escrow_usdc }) => escrow_usdc === '100.00')
  expect(Date.parse(shown!.at)).toBeGreaterThanOrEqual(
    Math.min(sample!.endMs, ctx.clock.now().getTime()) - 1_000,
  )
})

test('a point shows the money as an audit of its five minutes found it, and no older amount', async () => {
  const auditFound = (balance: string, secondsAgo: number) => ctx.sql`
    update audit_run set last_at = clock_timestamp() - make_interval(secs => ${secondsAgo}),
      networks = ${JSON.stringify([{ network: base, checked: true, escrow: { balance } }])}::text::jsonb`
  await moveClock(1_200)
  await auditFound('0', 120)
  await sampleFigures({ ctx })
  expect((await pointsOf()).at(-1)).toMatchObject({ escrow_usdc: null })
  await auditFound('570000000', 0)
  await sampleMoney({ ctx })
  expect((await pointsOf()).at(-1)).toMatchObject({ escrow_usdc: '570.00' })
  // The last audit of the five minutes counts, also if the next have begun when it ends.
  await auditFound('440000000', 120)
  await moveClock(1_380)
  await sampleMoney({ ctx })
  await moveClock(1_500)
  await sampleFigures({ ctx })
  expect((await pointsOf()).slice(-2)).toMatchObject([{ escrow_usdc: '440.00' }, { escrow_usdc: null }])
  // The service has not run for a day yet, so the range of a year has the same points as that of a day.
  expect(await pointsOf('1y')).toEqual(await pointsOf())
  // A longer interval shows its last known amount.
  await moveClock(3 * 86_400)
  const amounts = (await pointsOf('1y')).map(({ escrow_usdc }) => escrow_usdc)
  expect(amounts.findLast((amount) => amount !== null)).toBe('440.00')
  await moveClock(1_500)
  // An audit that could not check does not remove earlier results.
  await ctx.sql`
    update audit_run set last_at = clock_timestamp() - interval '5 minutes',
      networks = ${JSON.stringify([{ network: base, checked: false, reason: 'away' }])}::text::jsonb`
  await sampleMoney({ ctx })
  expect((await pointsOf()).at(-2)).toMatchObject({ escrow_usdc: '440.00' })
})

test('of what is old an hour keeps its first sample', async () => {
  const day = 86_400
  await moveClock(100 * day)
  await sampleFigures({ ctx })
  const rows = await ctx.sql`
    select count(*)::int as count from figure_sample where network = ${base} and slot < service_now() - interval '90 days'
    group by date_bin('1 hour', slot, 'epoch')`
  for (const { count } of rows) expect(count).toBe(1)
  expect(rows.length).toBeGreaterThan(0)
  expect((await pointsOf('1y')).length).toBeGreaterThan(1)
  await moveClock(0)
})

test('a sweep says when it ran, and when it last found something', async () => {
  await expireBounties({ ctx, input: { limit: 10 } })
  const read = () =>
    ctx.sql`select found, found_at is null as none from last_run where name = 'expire_bounties'`
  expect(await read()).toMatchObject([{ found: 0, none: true }])
  await moveClock(30 * 86_400)
  await expireBounties({ ctx, input: { limit: 10 } })
  await expireBounties({ ctx, input: { limit: 10 } })
  expect(await read()).toMatchObject([{ found: 1, none: false }])
  await moveClock(0)
})
