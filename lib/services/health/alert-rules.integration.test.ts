// needs: promtool
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenContext, openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { openFacilitator } from '#lib/adapters/facilitator/open'
import type { MetricsServer } from '#lib/adapters/metrics/serve-metrics'
import { serveWebMetrics } from '#lib/cli/serve-web-metrics'
import { route } from '#lib/http/route'
import { verifyProvenance } from '#lib/operations/verify-provenance'
import { type LocalChains, startChains } from '#lib/sandbox/chains'
import { freePort } from '#lib/sandbox/postgres'
import { sandboxVariables } from '#lib/sandbox/settings'
import { createTestDatabase, type TestDatabase } from '#lib/sandbox/testing/database'
import { until } from '#lib/sandbox/testing/until'
import { type Started, startWorkerCommand } from '#lib/sandbox/testing/worker-command'

// The rules of docs/alerts.yml, evaluated by Prometheus' own tool over what a real worker process and a web export.

const rules = join(import.meta.dirname, '../../../docs/alerts.yml')
const ofDeadWorkers = ['CairnExpiryLate', 'CairnMoneyUnchecked', 'CairnWorkerSilent']
const minutes = 40

let folder: string
let database: TestDatabase
let chains: LocalChains
let worker: Started
let web: MetricsServer
let ctx: OpenContext
let workerPort: number
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-alerts-'))
  database = await createTestDatabase()
  chains = await startChains()
  workerPort = await freePort()
  const secrets = { secretKey: 's'.repeat(32), cronSecret: 'c'.repeat(32), enterpriseApiKey: 'unused' }
  const settings = {
    ...sandboxVariables({
      ...{ databaseUrl: database.url, baseUrl: 'http://127.0.0.1', chains, secrets },
      mediaFolder: join(folder, 'media'),
    }),
    METRICS_WORKER_PORT: String(workerPort),
    METRICS_WEB_PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
  }
  // A registry of its own: what other tests of this process have counted is not what a web exports.
  delete (globalThis as { cairnMetrics?: unknown }).cairnMetrics
  ctx = await openContext(parseEnv(settings), { service: 'web', maxConnections: 4 })
  web = (await serveWebMetrics(ctx.env))!
  const { GET } = route(verifyProvenance, async () => ({ ...ctx, facilitator: openFacilitator(ctx) }))
  await GET(new Request(`http://127.0.0.1/api/v1/provenance/${'c'.repeat(64)}`))
  worker = await startWorkerCommand({ command: ['npm', 'run', 'worker'], database, settings })
}, 120_000)
afterAll(async () => {
  worker?.kill()
  await web?.close()
  await ctx?.close()
  await chains?.stop()
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
})

const scrape = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

/** Whether the worker has done each of its regular tasks once, and audited both networks. */
async function hasDoneAll(): Promise<boolean> {
  const [row] = await database.sql<{ done: boolean }[]>`
    select exists (select from last_run where name = 'expire_bounties')
       and exists (select from audit_run where verdict = 'sound') as done`
  return row!.done
}

/**
 * What was scraped, as if each minute's scrape said the same: what is an age stays so, and what is a time goes on with the clock,
 * which promtool starts at 0.
 */
function seriesOf(text: string, instance: string): { series: string; values: string }[] {
  const now = Date.now() / 1_000
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^(cairn_\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (!name) return []
    const isTime = /_(at|time)_seconds$/.test(name)
    const values = isTime ? `${Number(value) - now}+60x${minutes}` : `${value}x${minutes}`
    return [{ series: `${name}{${[labels, `instance="${instance}"`].filter(Boolean).join(',')}}`, values }]
  })
}

/** Holds which alerts fire at the end, and no other. @throws with promtool's report */
async function expectFiring(series: ReturnType<typeof seriesOf>, alerts: readonly string[]): Promise<void> {
  const firing = {
    expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
    eval_time: `${minutes}m`,
    exp_samples: alerts.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
  }
  const file = join(folder, 'rules.test.yml')
  const tests = [{ interval: '1m', input_series: series, promql_expr_test: [firing] }]
  writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests }))
  await promisify(execFile)('promtool', ['test', 'rules', file])
}

test('with a healthy web and a healthy worker no alert fires', async () => {
  await until(hasDoneAll, { what: 'the worker has done everything once', timeoutMs: 60_000 })
  const series = [...seriesOf(await scrape(workerPort), 'worker'), ...seriesOf(await scrape(web.port), 'web')]
  expect(series.length).toBeGreaterThan(50)
  await expectFiring(series, [])
})

test('with webs alone the alerts of dead workers fire, and no other', async () => {
  worker.child.kill('SIGTERM')
  await worker.ended()
  // An hour later, and a worker that was killed rather than stopped: its last beat is still there.
  await database.sql`insert into worker_heartbeat values ('killed', now() - interval '2 hours', now() - interval '1 hour')`
  await database.sql`update last_run set ran_at = now() - interval '1 hour'`
  await database.sql`update audit_run set first_at = now() - interval '1 hour', last_at = now() - interval '1 hour'`
  const seen = await scrape(web.port)
  expect(seen).toMatch(/^cairn_worker_beat_age_seconds 36\d\d/m)
  await expectFiring(seriesOf(seen, 'web'), ofDeadWorkers)
  // All of them stopped cleanly: there is no beat to be old.
  await database.sql`delete from worker_heartbeat`
  await expectFiring(seriesOf(await scrape(web.port), 'web'), ofDeadWorkers)
})

test('they fire as well when no process exports anything', () => expectFiring([], ofDeadWorkers))
