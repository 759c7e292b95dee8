import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pushSubscription } from '#db/schema/notice'
import { submission } from '#db/schema/submission'
import { type OpenContext, openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { openFacilitator } from '#lib/adapters/facilitator/open'
import { queueJob } from '#lib/adapters/jobs'
import { type MetricsServer, serveMetrics } from '#lib/adapters/metrics/serve-metrics'
import { processValue } from '#lib/adapters/process-value'
import { serveWebMetrics } from '#lib/cli/serve-web-metrics'
import { route } from '#lib/http/route'
import { verifyProvenance } from '#lib/operations/observations'
import { beat } from '#lib/services/health/beat'
import { collectMetrics } from '#lib/services/health/collect-metrics'
import { noteRun } from '#lib/services/health/note-run'
import { runAudit } from '#lib/services/ledger/run-audit'
import { recordSubmission } from '#lib/services/media/record-submission'
import { freePort } from '#sandbox/postgres'
import { insertBounty } from '#testing/bounty-rows'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { origin, unchainedSettings } from '#testing/unchained-settings'

let database: TestDatabase
let ctx: OpenContext
let server: MetricsServer

beforeAll(async () => {
  database = await createTestDatabase()
  const settings = { ...unchainedSettings(database.url), GAS_BUDGET_8453: '0.25', GAS_BUDGET_5042: '0' }
  ctx = await openContext(parseEnv(settings), { service: 'test', maxConnections: 6 })
  server = await serveMetrics({ host: '127.0.0.1', port: 0, collect: () => collectMetrics({ ctx }) })
})
afterAll(async () => {
  await server.close()
  await ctx.close()
  await database.close()
})

/** Each on a connection of its own: on a busy machine a pause may be longer than the server holds an idle one. */
const scrape = (path = '/metrics') =>
  fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { connection: 'close' } })
const text = async () => (await scrape()).text()

/** The names of the metrics that have a value in a new web process. Call it first: an abandoned collection may still write. */
async function namesOf(
  settings: Record<string, string>,
): Promise<{ names: Set<string>; close: () => Promise<void> }> {
  const slot = processValue('metrics')
  const before = slot.current
  slot.current = undefined
  const env = parseEnv({ ...settings, METRICS_WEB_PORT: String(await freePort()) })
  const web = (await serveWebMetrics(env))!
  const figures = await (await fetch(`http://127.0.0.1:${web.port}/metrics`)).text()
  slot.current = before
  const names = new Set([...figures.matchAll(/^(cairn_\w+?)(?:\{| )/gm)].map(([, name]) => name!))
  return { names, close: web.close }
}

test('a web exports what the database has of the workers, and no figure that only a worker knows', async () => {
  const settings = unchainedSettings(database.url)
  const before = await namesOf(settings)
  const ofWorkers = [
    'cairn_worker_beat_age_seconds',
    'cairn_last_run_age_seconds',
    'cairn_money_audited_at_seconds',
  ]
  for (const name of [
    ...ofWorkers,
    'cairn_payments_unresolved',
    'cairn_frozen',
    'cairn_job_due_oldest_seconds',
  ])
    expect(before.names, name).not.toContain(name)
  await before.close()
  await beat({ ctx, workerId: 'a worker' })
  await noteRun({ ctx, input: { name: 'expire_bounties', found: 0 } })
  await runAudit({ ctx, input: { by: 'worker' } })
  const after = await namesOf(settings)
  for (const name of [...ofWorkers, 'cairn_money_unchecked', 'cairn_money_findings'])
    expect(after.names, name).toContain(name)
  expect(after.names).not.toContain('cairn_payments_unresolved')
  await after.close()
})

test('the figures are those of the database at the moment somebody asks', async () => {
  expect(await text()).not.toContain('cairn_bounties{')
  await insertBounty(ctx.db, 'open')
  const { bountyId } = await insertBounty(ctx.db, 'creating')
  const figures = await text()
  expect(figures).toContain('cairn_bounties{state="open"} 1')
  expect(figures).toContain('cairn_bounties{state="creating"} 1')
  expect(figures).toContain('cairn_payments_unresolved 0')
  await ctx.sql`update bounty set state = 'failed', payout_tx = payment_tx where bounty_id = ${bountyId}`
  expect(await text()).not.toContain('state="creating"')
})

test('a chain that does not answer is reported as down, without the figures that are read from it', async () => {
  const figures = await text()
  expect(figures).toContain('cairn_chain_up{network="eip155:8453"} 0')
  expect(figures).not.toContain('cairn_chain_head_age_seconds{')
})

test('each answer is counted by its operation and status, and nothing of who asked', async () => {
  const { GET } = route(verifyProvenance, async () => ({ ...ctx, facilitator: openFacilitator(ctx) }))
  const counted = (figures: string) =>
    [200, 400].map((status) => {
      const line = `cairn_request_seconds_count\\{operation="verifyProvenance",status="${status}"\\} (\\d+)`
      return Number(new RegExp(line).exec(figures)?.[1] ?? 0)
    })
  const before = counted(await text())
  const id = 'c'.repeat(64)
  await GET(new Request(`${origin}/api/v1/provenance/${id}`))
  await GET(new Request(`${origin}/api/v1/provenance/nonsense`))
  const figures = await text()
  expect(counted(figures)).toEqual(before.map((count) => count + 1))
  expect(figures).not.toContain(id)
})

test('what the relayer spent on gas today stands beside its budget, and what it spent before does not', async () => {
  const address = '0x00000000000000000000000000000000000000aa'
  await ctx.sql`
    insert into gas_spent (chain_id, sender, day, wei)
    select 8453, ${address}, (service_now() at time zone 'utc')::date - back, wei
    from (values (0, 30000000000000000::numeric), (1, 70000000000000000)) as days (back, wei)`
  const figures = await text()
  expect(figures).toContain(`cairn_gas_spent_today{chain="8453",address="${address}"} 0.03\n`)
  expect(
    figures.match(new RegExp(`^cairn_gas_spent_today\\{chain="8453",address="${address}"`, 'gm')),
  ).toHaveLength(1)
  const budgets = [...figures.matchAll(/^cairn_gas_budget\{chain="(\d+)",address="(0x\w+)"\} (\S+)$/gm)]
  expect(budgets.map(([, chain, , most]) => [chain, most])).toEqual([['8453', '0.25']])
  // The rules divide one by the other: each budget has its figure, under the same labels.
  for (const [, chain, relayer] of budgets)
    expect(figures).toContain(`cairn_gas_spent_today{chain="${chain}",address="${relayer}"} 0\n`)
})

test('a forecast that waits, a webhook message that waits, and notifications that wait or fail are figures', async () => {
  await ctx.db.transaction((tx) => queueJob({ tx, name: 'forecast', submissionId: 'sub_of_nobody' }))
  await ctx.sql`update pgboss.job set start_after = now() - interval '2 hours' where name = 'forecast'`
  const { bountyId } = await insertBounty(ctx.db, 'open')
  const contributor = `0x${'ab'.repeat(20)}`
  const submissionId = `sub_${'7'.repeat(32)}`
  await ctx.db.insert(submission).values({ submissionId, bountyId, contributor })
  await ctx.db.insert(pushSubscription).values({
    contributor,
    endpoint: 'https://push.example/1',
    sessionHash: new Uint8Array(32),
    p256dh: new Uint8Array(65),
    auth: new Uint8Array(16),
  })
  await ctx.sql`insert into notice_webhook (contributor, url) values (${contributor}, 'https://films.example/')`
  await ctx.db.transaction((tx) => recordSubmission(tx, submissionId, 'declined', { reason: 'blurred' }))
  await ctx.sql`update push_delivery set attempts = 2, next_attempt_at = now() - interval '2 hours'`
  const figures = await text()
  for (const line of [
    /^cairn_job_due_oldest_seconds\{lane="forecasts"\} 7[2-9]\d\d$/m,
    /^cairn_push_messages\{state="failing"\} 1$/m,
    /^cairn_push_messages\{state="untried"\} 0$/m,
    /^cairn_push_due_oldest_seconds 7[2-9]\d\d$/m,
    /^cairn_webhook_messages\{receiver="contributor",state="pending"\} 1$/m,
  ])
    expect(figures).toMatch(line)
  await ctx.sql`delete from push_delivery`
  expect(await text()).toMatch(/^cairn_push_due_oldest_seconds 0$/m)
})

test('nothing else is served on that port', async () => {
  expect((await scrape('/')).status).toBe(404)
})

test('without its database a worker shows no figures rather than old ones', async () => {
  const away = await openContext(parseEnv(unchainedSettings(database.url)), {
    service: 'test',
    maxConnections: 2,
  })
  const other = await serveMetrics({
    host: '127.0.0.1',
    port: 0,
    collect: () => collectMetrics({ ctx: away }),
  })
  await away.close()
  expect((await fetch(`http://127.0.0.1:${other.port}/metrics`)).status).toBe(503)
  await other.close()
})

test('every alert is about figures there are, and says what to do', async () => {
  const docs = join(import.meta.dirname, '../../../docs')
  const rules = readFileSync(join(docs, 'alerts.yml'), 'utf8')
  const figures = await text()
  const known = new Set([...figures.matchAll(/^# TYPE (\S+) (\w+)/gm)].map(([, name]) => name!))
  const names = new Set([...rules.matchAll(/\bcairn_\w+/g)].map(([name]) => name.replace(/_count$/, '')))
  expect(names.size).toBeGreaterThan(10)
  for (const name of names) expect(known, name).toContain(name)
  const runbook = readFileSync(join(docs, 'operations.md'), 'utf8')
  for (const [, alert] of rules.matchAll(/alert: (\w+)/g)) expect(runbook, alert).toContain(`### ${alert}\n`)
})
