import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { latencies, setbacksBy } from '#testing/load/figures'
import { type LoadOptions, runLoad } from '#testing/load/load-run'
import { report, usageRows } from '#testing/load/report'
import { startStrikes } from '#testing/load/strikes'
import { positive } from '#testing/numbers'

// `npm run test:load`: the whole service under load while its processes are killed.
const help = `npm run test:load [-- options]

Brings up PostgreSQL, both local chains, web processes behind a balancer and workers; reads, buys, posts bounties and listens
at a steady pace while a web and a worker are ended every so often; then checks that nothing was lost, nothing was charged
twice, and nothing was wrong.
  --minutes N     of load (30)
  --seed N        of what is asked for, and when what is ended (1)
  --reads N       a second (100)
  --paid N        requests a second that are paid for, a tenth of them bounties (5)
  --listeners N   streams that are listened to (8)
  --webs N        web processes; all but the last are ended in turn (2)
  --workers N     worker processes (2)
  --every N       seconds from one turn of ending a web and a worker to the next (60)
  --out FILE      where the figures go (test-results/load.json)
Exit status: 0 no violation, 1 a violation, 2 wrong use.
`
const { out, killEverySeconds, ...given } = readArguments()
const begun = performance.now()
const say = (line: string) =>
  void process.stdout.write(
    `${String(Math.round((performance.now() - begun) / 1_000)).padStart(5)} s  ${line}\n`,
  )

const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => stop.abort(new Error(`ended by ${name}`)))
const { figures, watch, seconds, quietSeconds, logs } = await runLoad({
  ...given,
  disturb: ({ service, random, say }) =>
    startStrikes({ ...service, everyMs: killEverySeconds * 1_000, random, say }),
  say,
  signal: stop.signal,
}).catch((error: Error) => {
  say(error.message)
  process.exit(1)
})
process.stdout.write(report({ figures, watch, seconds, quietSeconds }))
const { violations, windows } = figures
mkdirSync(dirname(resolve(out)), { recursive: true })
writeFileSync(
  out,
  `${JSON.stringify(
    {
      options: { ...given, killEverySeconds },
      machine: { cores: cpus().length, model: cpus()[0]?.model, node: process.version },
      seconds,
      quiet_after_seconds: quietSeconds ?? null,
      violations: { count: figures.violated(), first: violations },
      latencies_ms: latencies(figures),
      setbacks: {
        by_cause: Object.fromEntries(setbacksBy(figures, 'cause')),
        by_kind: Object.fromEntries(setbacksBy(figures, 'kind')),
      },
      counts: Object.fromEntries(figures.counts),
      windows,
      processes: usageRows(watch),
      usage: Object.fromEntries(watch.usage),
      database_connections: watch.databaseConnections,
    },
    null,
    1,
  )}\n`,
)
say(figures.violated() === 0 ? 'no violations' : `${figures.violated()} violations; logs are in ${logs}`)
say(`figures are in ${resolve(out)}`)
process.exit(figures.violated() === 0 ? 0 : 1)

function readArguments(): Omit<LoadOptions, 'say' | 'signal' | 'disturb' | 'version'> & {
  killEverySeconds: number
  out: string
} {
  try {
    const { values } = parseArgs({
      options: {
        minutes: { type: 'string', default: '30' },
        seed: { type: 'string', default: '1' },
        reads: { type: 'string', default: '100' },
        paid: { type: 'string', default: '5' },
        listeners: { type: 'string', default: '8' },
        webs: { type: 'string', default: '2' },
        workers: { type: 'string', default: '2' },
        every: { type: 'string', default: '60' },
        out: { type: 'string', default: 'test-results/load.json' },
        help: { type: 'boolean', default: false },
      },
    })
    if (values.help) {
      process.stdout.write(help)
      process.exit(0)
    }
    return {
      minutes: positive(values.minutes),
      seed: positive(values.seed),
      readsPerSecond: positive(values.reads),
      paidPerSecond: positive(values.paid),
      listeners: positive(values.listeners),
      webs: positive(values.webs),
      workers: positive(values.workers),
      killEverySeconds: positive(values.every),
      out: values.out,
    }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${help}`)
    process.exit(2)
  }
}
