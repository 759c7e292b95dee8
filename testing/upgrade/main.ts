import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { latencies, setbacksBy } from '#testing/load/figures'
import { runLoad } from '#testing/load/load-run'
import { report } from '#testing/load/report'
import { positive } from '#testing/numbers'
import { buildOldVersion, migrateWith, newestTag } from '#testing/upgrade/old-version'
import { startProxy } from '#testing/upgrade/proxy'
import { startUpgrade, stopSeconds } from '#testing/upgrade/roll'

// `npm run test:upgrade`: the service is upgraded from an earlier version to this one under load.
const help = `npm run test:upgrade [-- REF] [options]

Builds the version REF of git (the newest tag by default) in a temporary folder, starts two webs behind a proxy and two workers of it, and
reads, pays and posts bounties at a steady pace. Meanwhile it migrates the database and replaces worker by worker and web by web with this
version, as docs/operations.md says. Then it checks that no free request failed, no payment was lost and the money is audited as sound.
  --minutes N     of load; the upgrade takes about two (4)
  --seed N        of what is asked for (1)
  --reads N       free requests a second (45)
  --paid N        requests a second that are paid for, a tenth of them bounties (5)
  --folder DIR    where REF is built, and found built by later runs (a temporary folder that is removed)
  --out FILE      where the figures go (test-results/upgrade.json)
Exit status: 0 no violation, 1 a violation, 2 wrong use.
`
const begun = performance.now()
const say = (line: string) =>
  void process.stdout.write(
    `${String(Math.round((performance.now() - begun) / 1_000)).padStart(5)} s  ${line}\n`,
  )
const { ref, folder, out, ...load } = readArguments()
say(`building ${ref}`)
const old = buildOldVersion(ref, folder)
process.once('exit', old.remove)
const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => stop.abort(new Error(`ended by ${name}`)))

// A stream that a web ends when it stops is opened again at another web, and its listener is judged by what it heard.
const mayBeRepeated = (kind: string) => kind === 'stream' || /^(?:paid|bounty): /.test(kind)

const { figures, watch, seconds, quietSeconds, logs } = await runLoad({
  ...load,
  webs: 2,
  workers: 2,
  listeners: 2,
  version: {
    folder: old.folder,
    stopSeconds,
    migrate: (databaseUrl) => migrateWith(old.folder, databaseUrl),
    startFront: startProxy,
  },
  disturb: startUpgrade,
  alsoJudge: (figures) => {
    for (const { kind, error } of figures.setbacks)
      if (!mayBeRepeated(kind)) figures.violate(`the free request "${kind}" failed: ${error}`)
  },
  say,
  signal: stop.signal,
}).catch((error: Error) => {
  say(error.stack ?? error.message)
  process.exit(1)
})
process.stdout.write(report({ figures, watch, seconds, quietSeconds }))
mkdirSync(dirname(resolve(out)), { recursive: true })
writeFileSync(
  out,
  `${JSON.stringify(
    {
      from: old.commit,
      options: load,
      machine: { cores: cpus().length, model: cpus()[0]?.model, node: process.version },
      seconds,
      violations: { count: figures.violated(), first: figures.violations },
      latencies_ms: latencies(figures),
      setbacks: Object.fromEntries(setbacksBy(figures, 'kind')),
      counts: Object.fromEntries(figures.counts),
      windows: figures.windows,
    },
    null,
    1,
  )}\n`,
)
say(figures.violated() === 0 ? 'no violations' : `${figures.violated()} violations; logs are in ${logs}`)
process.exit(figures.violated() === 0 ? 0 : 1)

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        minutes: { type: 'string', default: '4' },
        seed: { type: 'string', default: '1' },
        reads: { type: 'string', default: '45' },
        paid: { type: 'string', default: '5' },
        folder: { type: 'string' },
        out: { type: 'string', default: 'test-results/upgrade.json' },
        help: { type: 'boolean', default: false },
      },
    })
    if (values.help) {
      process.stdout.write(help)
      process.exit(0)
    }
    return {
      ref: positionals[0] ?? newestTag(),
      minutes: positive(values.minutes),
      seed: positive(values.seed),
      readsPerSecond: positive(values.reads),
      paidPerSecond: positive(values.paid),
      folder: values.folder,
      out: values.out,
    }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${help}`)
    process.exit(2)
  }
}
