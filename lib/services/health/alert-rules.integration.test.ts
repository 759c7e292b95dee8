// needs: promtool
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { encodeFunctionData, type Hex, maxUint256, numberToHex, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bountyEscrowV2Abi as abi } from '#contracts/bounty-escrow-v2'
import { encodeApprove } from '#lib/adapters/chain/usdc'
import { type OpenContext, openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { openFacilitator } from '#lib/adapters/facilitator/open'
import type { MetricsServer } from '#lib/adapters/metrics/serve-metrics'
import { processValue } from '#lib/adapters/process-value'
import { serveWebMetrics } from '#lib/cli/serve-web-metrics'
import { route } from '#lib/http/route'
import { verifyProvenance } from '#lib/operations/observations'
import { type LocalChains, startChains } from '#sandbox/chains'
import { deployer, fundUsdc, openLocal, sendAsDeployer } from '#sandbox/local-chain'
import { freePort } from '#sandbox/postgres'
import { sandboxVariables } from '#sandbox/settings'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { advanceToNoon } from '#testing/noon'
import { until } from '#testing/until'
import { type Started, startWorkerCommand } from '#testing/worker-command'

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
  const secrets = {
    secretKey: 's'.repeat(32),
    cronSecret: 'c'.repeat(32),
    enterpriseApiKey: 'unused',
    pushKey: '',
  }
  const settings = {
    ...sandboxVariables({
      databaseUrl: database.url,
      baseUrl: 'http://127.0.0.1',
      chains,
      secrets,
      mediaFolder: join(folder, 'media'),
    }),
    METRICS_WORKER_PORT: String(workerPort),
    METRICS_WEB_PORT: String(await freePort()),
    GAS_BUDGET_8453: '0.05',
    LOG_LEVEL: 'silent',
  }
  // A separate registry, because a web process does not export what other tests of this process have counted.
  processValue('metrics').current = undefined
  ctx = await openContext(parseEnv(settings), { service: 'web', maxConnections: 4 })
  await advanceToNoon(ctx)
  web = (await serveWebMetrics(ctx.env))!
  const { GET } = route(verifyProvenance, async () => ({ ...ctx, facilitator: openFacilitator(ctx) }))
  await GET(new Request(`http://127.0.0.1/api/v1/provenance/${'c'.repeat(64)}`))
  worker = await startWorkerCommand({ command: ['npm', 'run', 'worker'], database, settings })
})
afterAll(async () => {
  worker?.kill()
  await web?.close()
  await ctx?.close()
  await chains?.stop()
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
})

const scrape = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

/** True once the worker has done each of its regular tasks and audited both networks. */
async function hasDoneAll(): Promise<boolean> {
  const [row] = await database.sql<{ done: boolean }[]>`
    select exists (select from last_run where name = 'expire_bounties')
       and exists (select from audit_run where verdict = 'sound') as done`
  return row!.done
}

/**
 * Repeats a scrape once a minute: ages stay constant, and timestamps advance with the clock, which promtool starts
 * at 0.
 */
function seriesOf(text: string, instance: string): { series: string; values: string }[] {
  const now = Date.now() / 1_000
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^(cairn_\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (!name) return []
    const isTime = /_(at|time)_seconds$/.test(name)
    // promtool cannot repeat a NaN with its `x` notation, and accepts only this spelling of it.
    const repeated = value === 'Nan' ? 'NaN '.repeat(minutes + 1).trim() : `${value}x${minutes}`
    const values = isTime ? `${Number(value) - now}+60x${minutes}` : repeated
    return [{ series: `${name}{${[labels, `instance="${instance}"`].filter(Boolean).join(',')}}`, values }]
  })
}

const seriesOfAll = async () => [
  ...seriesOf(await scrape(workerPort), 'worker'),
  ...seriesOf(await scrape(web.port), 'web'),
]

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
  await until(hasDoneAll, { what: 'the worker has done everything once' })
  const series = await seriesOfAll()
  expect(series.length).toBeGreaterThan(50)
  await expectFiring(series, [])
})

test('an alert fires when half of what the escrow may release today is released, and not a cent before', async () => {
  const { rpcUrl, escrow, usdc } = chains.networks['eip155:8453']
  const client = openLocal(rpcUrl)
  const call = (data: Hex) => sendAsDeployer(client, escrow, data)
  const largest = 1_000_000_000_000n
  await call(encodeFunctionData({ abi, functionName: 'setDailyLimit', args: [largest] }))
  // A separate operator key, so that no nonce of the worker's keys is used.
  await call(encodeFunctionData({ abi, functionName: 'setOperator', args: [deployer, true] }))
  await fundUsdc(rpcUrl, usdc, deployer, largest)
  await sendAsDeployer(client, usdc, encodeApprove(escrow, maxUint256))
  const { timestamp } = await client.getBlock()
  const contributor = `0x${'c0'.repeat(20)}` as const
  const release = async (amount: bigint) => {
    const ref = numberToHex(amount, { size: 32 })
    const terms = [ref, deployer, amount, Number(timestamp) + 86_400] as const
    await call(encodeFunctionData({ abi, functionName: 'post', args: terms }))
    const args = [deployer, ref] as const
    const id = await client.readContract({ address: escrow, abi, functionName: 'idOf', args })
    await call(encodeFunctionData({ abi, functionName: 'release', args: [id, contributor, ref] }))
  }
  await release(largest / 2n - 10_000n)
  await expectFiring(await seriesOfAll(), [])
  await release(10_000n)
  await expectFiring(await seriesOfAll(), ['CairnReleasesHigh'])
  // Nothing of it remains for the next tests.
  await call(encodeFunctionData({ abi, functionName: 'setDailyLimit', args: [largest * 10n] }))
  await expectFiring(await seriesOfAll(), [])
})

test('an alert fires when more than half of the gas budget of today is spent, and another when all of it is', async () => {
  const [, chain, address, budget] = /^cairn_gas_budget\{chain="(\d+)",address="(0x\w+)"\} (\S+)$/m.exec(
    await scrape(workerPort),
  )!
  const spend = (wei: bigint) => database.sql`
    insert into gas_spent (chain_id, sender, day, wei)
    values (${Number(chain)}, ${address!}, (service_now() at time zone 'utc')::date, ${String(wei)})
    on conflict (chain_id, sender, day) do update set wei = excluded.wei`
  const all = parseEther(budget!)
  await spend(all / 2n)
  await expectFiring(await seriesOfAll(), [])
  await spend((all * 51n) / 100n)
  await expectFiring(await seriesOfAll(), ['CairnGasBudgetHalfSpent'])
  await spend(all)
  await expectFiring(await seriesOfAll(), ['CairnGasBudgetHalfSpent', 'CairnGasBudgetSpent'])
  await spend(0n)
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
  // All workers stopped cleanly, so there is no heartbeat that could be old.
  await database.sql`delete from worker_heartbeat`
  await expectFiring(seriesOf(await scrape(web.port), 'web'), ofDeadWorkers)
})

test('they fire as well when no process exports anything', () => expectFiring([], ofDeadWorkers))
