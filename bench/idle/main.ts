import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
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

const { values } = parseArgs({
  options: {
    /** Seconds from the start of the worker to the measurement: it is busy for the first minute. */
    after: { type: 'string', default: '120' },
    seconds: { type: 'string', default: '180' },
  },
})
const seconds = Number(values.seconds)
const home = openHome(mkdtempSync(join(tmpdir(), 'cairn-idle-')))
const postgres = await startPostgres({ dataDir: home.postgres })
await migrateDatabase(postgres.url)
const chains = await startChains()
const variables = {
  ...sandboxVariables({
    ...{ databaseUrl: postgres.url, baseUrl: 'http://localhost', chains },
    ...{ secrets: readSecrets(home), mediaFolder: home.media },
  }),
  LOG_LEVEL: 'warn',
}
const ctx = await openContext(parseEnv(variables), { service: 'bench', maxConnections: 1 })
const worker = startMember({ name: 'worker', variables, logs: home.logs, figures: openFigures() })
try {
  await sleep(Number(values.after) * 1_000)
  const before = await read()
  await sleep(seconds * 1_000)
  const after = await read()
  const perSecond = (name: keyof typeof before) => (after[name] - before[name]) / seconds
  // A tick is a hundredth of a second, so ticks a second are percent of a core.
  process.stdout.write(
    `worker ${perSecond('workerTicks').toFixed(2)} % of a core, its database ${perSecond('databaseTicks').toFixed(2)} %, ` +
      `${perSecond('transactions').toFixed(1)} transactions a second (load ${loadavg()[0]!.toFixed(1)})\n`,
  )
} finally {
  await worker.stop()
  await ctx.close()
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
