import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { migrateDatabase } from '#lib/adapters/migrate'
import { restoreCapture } from '#lib/services/captures/restore-capture'
import { withdrawCapture } from '#lib/services/captures/withdraw-capture'
import { runWorker } from '#lib/worker/run-worker'
import { schedulesOf } from '#lib/worker/schedules'
import { freePort, startPostgres } from '../../sandbox/postgres.ts'
import { anchorTestCaptures } from '../../testing/anchored-captures.ts'
import { unchainedSettings } from '../../testing/unchained-settings.ts'
import { startVarnish } from '../../testing/varnish.ts'
import { cpuTicksOf, cpuTicksOfFamily, ticksPerSecond } from '../cpu-ticks.ts'
import { startService } from '../reads/servers.ts'
import { percentile } from '../spatial/measure.ts'

// `npm run bench:cdn [-- --rounds 3 --seconds 5 --connections 50 --withdrawals 20]`: a known provenance through Varnish. See README.md.
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '50' },
    withdrawals: { type: 'string', default: '20' },
  },
})
const [rounds, seconds, withdrawals] = [values.rounds, values.seconds, values.withdrawals].map(Number) as [
  number,
  number,
  number,
]

const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'))
const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), durable: true })
const closers: (() => Promise<unknown>)[] = [
  async () => rmSync(folder, { recursive: true, force: true }),
  () => postgres.stop(),
]
try {
  await migrateDatabase(postgres.url)
  const purgePort = await freePort()
  const settings = { ...unchainedSettings(postgres.url), CDN_PURGE_URL: `http://127.0.0.1:${purgePort}/` }
  const web = await startService({ ...settings, RATE_LIMIT_FREE: '1000000' })
  closers.push(web.stop)
  const ctx = await openContext(parseEnv(settings), { service: 'bench', maxConnections: 4 })
  closers.push(ctx.close)
  const varnish = await startVarnish({ webUrl: web.url, purgePort })
  closers.push(varnish.close)
  const stopping = new AbortController()
  const steps = schedulesOf(ctx).filter(({ name }) => name === 'purge caches')
  const worker = runWorker({ ctx, signal: stopping.signal, steps })
  closers.push(() => {
    stopping.abort()
    return worker
  })
  const captured = { treeId: 1, geohashes: ['u09tun'], capturedAt: '2026-06-01T12:00:00Z' }
  const sha256 = (await anchorTestCaptures(ctx, captured))[0]!
  const path = `/api/v1/provenance/${sha256}`

  const cpuMs = () => ({
    web: (cpuTicksOf(web.pid) * 1_000) / ticksPerSecond,
    varnish: (cpuTicksOfFamily(varnish.pid) * 1_000) / ticksPerSecond,
  })
  const load = async (url: string) => {
    const before = cpuMs()
    const args = ['-t', '1', '-c', values.connections, '-d', `${seconds}s`, '--latency', url + path]
    const { stdout } = await promisify(execFile)('wrk', args)
    const after = cpuMs()
    if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout)
    const number = (pattern: RegExp) => Number(pattern.exec(stdout)![1])
    const answers = number(/(\d+) requests in/)
    return {
      perSecond: number(/Requests\/sec:\s+([\d.]+)/),
      p99: /99%\s+(\S+)/.exec(stdout)![1]!,
      webMicros: ((after.web - before.web) / answers) * 1_000,
      varnishMicros: ((after.varnish - before.varnish) / answers) * 1_000,
    }
  }

  await load(web.url)
  await load(varnish.url)
  process.stdout.write(`load of the machine before: ${loadavg()[0]!.toFixed(1)}\n`)
  for (let round = 0; round < rounds; round++)
    for (const [name, url] of Object.entries({ web: web.url, varnish: varnish.url })) {
      const { perSecond, p99, webMicros, varnishMicros } = await load(url)
      process.stdout.write(
        `${name}: ${perSecond.toFixed(0)} a second, p99 ${p99}; CPU of a request: ${name === 'web' ? webMicros.toFixed(0) : varnishMicros.toFixed(0)} µs in ${name}, ${(webMicros + varnishMicros).toFixed(0)} µs in both\n`,
      )
    }

  // The same answer stays under load while its capture is withdrawn and restored in turn.
  const isShown = async () => 'withdrawn_at' in ((await (await fetch(varnish.url + path)).json()) as object)
  const took: number[] = []
  const underLoad = promisify(execFile)('wrk', [
    ...['-t', '1', '-c', '10', '-d', `${Math.ceil(withdrawals * 1.5)}s`, varnish.url + path],
  ])
  for (let count = 0; count < withdrawals; count++) {
    const withdraws = count % 2 === 0
    await ctx.db.transaction(async (tx) => {
      if (withdraws) await withdrawCapture({ ctx, tx, input: { sha256, reason: 'other' } })
      else await restoreCapture({ ctx, tx, input: { sha256 } })
    })
    const committedMs = performance.now()
    while ((await isShown()) !== withdraws) await sleep(1)
    took.push(performance.now() - committedMs)
    await sleep(500)
  }
  await underLoad
  process.stdout.write(
    `${withdrawals} withdrawals and restorations, each seen after its commit: median ${percentile(took, 0.5).toFixed(0)} ms, slowest ${Math.max(...took).toFixed(0)} ms\n`,
  )
} catch (error) {
  // Printed before the servers stop, because errors of their shutdown would hide it.
  process.stderr.write(`${(error as Error).stack}\n`)
  process.exitCode = 1
} finally {
  for (const close of closers.reverse()) await close()
}
