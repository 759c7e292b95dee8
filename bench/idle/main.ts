import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { migrateDatabase } from '#lib/adapters/migrate'
import { startChains } from '../../sandbox/chains.ts'
import { openHome } from '../../sandbox/home.ts'
import { startPostgres } from '../../sandbox/postgres.ts'
import { readSecrets, sandboxVariables } from '../../sandbox/settings.ts'
import { openFigures } from '../../testing/load/figures.ts'
import { startMember } from '../../testing/load/fleet.ts'
import { cpuTicksOf } from '../cpu-ticks.ts'
import { type Counted, countCalls } from './count-calls.ts'
import { countStatements } from './count-statements.ts'

const { values } = parseArgs({
  options: {
    /** Seconds from the start of the worker to the measurement: it is busy for the first minute. */
    after: { type: 'string', default: '120' },
    seconds: { type: 'string', default: '180' },
    /** Also counts the statements and the calls of chains, which costs the worker and the database some time. */
    count: { type: 'boolean', default: false },
    /** A folder for a CPU profile of the worker, from its start to its end. */
    profile: { type: 'string' },
  },
})
const seconds = Number(values.seconds)
const home = openHome(mkdtempSync(join(tmpdir(), 'cairn-idle-')))
const postgres = await startPostgres({
  dataDir: home.postgres,
  settings: values.count ? { shared_preload_libraries: 'pg_stat_statements' } : {},
})
await migrateDatabase(postgres.url)
const chains = await startChains()
const calls = values.count ? await countCalls(chains) : undefined
const variables = {
  ...sandboxVariables({
    databaseUrl: postgres.url,
    baseUrl: 'http://localhost',
    chains: calls?.chains ?? chains,
    secrets: readSecrets(home),
    mediaFolder: home.media,
  }),
  LOG_LEVEL: 'warn',
  ...(values.profile ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${resolve(values.profile)}` } : {}),
}
const ctx = await openContext(parseEnv(variables), { service: 'bench', maxConnections: 1 })
const worker = startMember({ name: 'worker', variables, logs: home.logs, figures: openFigures() })
try {
  await sleep(Number(values.after) * 1_000)
  const statements = values.count ? await countStatements(ctx.sql) : undefined
  calls?.reset()
  const before = await read()
  await sleep(seconds * 1_000)
  const after = await read()
  const perSecond = (name: keyof typeof before) => (after[name] - before[name]) / seconds
  // A tick is a hundredth of a second, so ticks a second are percent of a core.
  process.stdout.write(
    `worker ${perSecond('workerTicks').toFixed(2)} % of a core, its database ${perSecond('databaseTicks').toFixed(2)} %, ` +
      `${perSecond('transactions').toFixed(1)} transactions a second (load ${loadavg()[0]!.toFixed(1)})\n`,
  )
  if (statements) process.stdout.write(`\nstatements in ${seconds} s\n${table(await statements.list())}`)
  if (calls) process.stdout.write(`\ncalls of chains in ${seconds} s\n${table(calls.list())}`)
} finally {
  await worker.stop()
  await ctx.close()
  await calls?.close()
  await Promise.all([chains.stop(), postgres.stop()])
  rmSync(home.root, { recursive: true, force: true })
}

async function read() {
  const backends = await ctx.sql<{ pid: number }[]>`select pid from pg_stat_activity`
  const [row] = await ctx.sql<{ transactions: number }[]>`
    select xact_commit::int as transactions from pg_stat_database where datname = current_database()`
  return {
    workerTicks: cpuTicksOf(worker.pid()!),
    databaseTicks: backends.reduce((sum, { pid }) => sum + cpuTicksOf(pid), 0),
    transactions: row!.transactions,
  }
}

function table(rows: readonly Counted[]): string {
  const sum = rows.reduce((total, { count }) => total + count, 0)
  return [...rows, { what: 'all', count: sum }]
    .map(({ what, count }) => `${String(count).padStart(6)}  ${what}\n`)
    .join('')
}
