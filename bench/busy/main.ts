// Models and previews on a busy machine: `npm run bench:busy -- [--load 13] [--models orbit,walk] [--previews 10]`. Method: README.md.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '#lib/adapters/db'
import { startServer } from '#testing/chaos/servers'
import { anotherFileOf, type HandedIn, openMediaFixture } from '#testing/media-fixture'
import { samplePath } from '#testing/media-fixtures'
import { encodeFilm } from '../../reconstruction/testing/films.ts'

const { values } = parseArgs({
  options: {
    load: { type: 'string', default: '13' },
    models: { type: 'string', default: 'orbit,walk' },
    previews: { type: 'string', default: '10' },
    /** The longest that everything may take, in minutes. */
    minutes: { type: 'string', default: '120' },
  },
})
const begun = performance.now()
const seconds = () => `${((performance.now() - begun) / 1_000).toFixed(0).padStart(5)} s`
const say = (text: string) =>
  process.stdout.write(`${seconds()}  load ${loadavg()[0]!.toFixed(1).padStart(4)}  ${text}\n`)

const folder = mkdtempSync(join(tmpdir(), 'cairn-busy-'))
const films: Record<string, () => Buffer> = {
  orbit: () => anotherFileOf('synth/synth_orbit_720p.mp4'),
  walk: () =>
    readFileSync(encodeFilm(folder, ['-framerate', '2.5', '-i', join(samplePath('walk'), '%02d.jpg')])),
}

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
const children: ChildProcess[] = []
const server = await startServer()
const url = server.url.replace(/\/postgres$/, '/cairn_template')
const database = openDatabase(url, { maxConnections: 10 })
const fixture = await openMediaFixture({}, { ...database, url })
try {
  // Our own engine, unlike in the tests.
  const { RECON_CMD: _, RECON_PATHS: __, ...settings } = fixture.settings
  startWorker(settings)
  const models = await Promise.all(
    values.models.split(',').map(async (name) => ({ name, film: await fixture.handIn(films[name]!()) })),
  )
  for (const { film } of models)
    await waitFor(film, ({ previewStatus }) => previewStatus === 'ready', 'its preview')
  for (const { name, film } of models) {
    await fixture.accept(film)
    say(`${name}: accepted`)
  }
  keepBusy(Number(values.load))
  await Promise.all([
    ...models.map(({ name, film }) => watchModel(name, film)),
    measurePreviews(models[0]!.film, Number(values.previews)),
  ])
} finally {
  for (const child of children) {
    child.kill()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  await fixture.ctx.close()
  await database.close()
  await server.stop()
  rmSync(fixture.folder, { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}

function startWorker(settings: Record<string, string>): void {
  const main = join(import.meta.dirname, '../../testing/media-worker-main.ts')
  const args = ['--conditions=react-server', main, JSON.stringify(settings)]
  // A session of its own, as each service of a machine has.
  children.push(spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'ignore', 'inherit'] }))
}

/** Programs in one session of their own that never wait. */
function keepBusy(count: number): void {
  if (count === 0) return
  const script = `for (let n = 0; n < ${count}; n++) new Worker('for (;;);', { eval: true })`
  const source = `const { Worker } = require('node:worker_threads'); ${script}`
  children.push(spawn(process.execPath, ['-e', source], { detached: true, stdio: 'ignore' }))
}

/** Hands in one film after another, once the load is there and a model has begun. */
async function measurePreviews(model: HandedIn, count: number): Promise<void> {
  await waitFor(model, ({ reconstructionProgress }) => (reconstructionProgress ?? 0) > 0, 'progress')
  const times: number[] = []
  for (let number = 1; number <= count; number++) {
    const from = performance.now()
    const film = await fixture.handIn(films.orbit!())
    await waitFor(film, ({ previewStatus }) => previewStatus === 'ready', 'its preview')
    times.push(performance.now() - from)
    say(`preview ${number} after ${(times.at(-1)! / 1_000).toFixed(1)} s`)
  }
  times.sort((one, other) => one - other)
  const at = (share: number) => (times[Math.ceil(times.length * share) - 1]! / 1_000).toFixed(1)
  if (count > 0) say(`previews: median ${at(0.5)} s, p95 ${at(0.95)} s`)
}

type Row = Awaited<ReturnType<typeof fixture.rowOf>>

async function waitFor(film: HandedIn, is: (row: Row) => boolean, what: string): Promise<Row> {
  for (;;) {
    stop.signal.throwIfAborted()
    const row = await fixture.rowOf(film)
    if (is(row)) return row
    if (performance.now() - begun > Number(values.minutes) * 60_000) throw new Error(`${what} did not come`)
    await sleep(250)
  }
}

async function watchModel(name: string, film: HandedIn): Promise<void> {
  let shown = 0
  const isEnded = (row: Row) => {
    const progress = Math.floor(100 * (row.reconstructionProgress ?? 0))
    if (progress >= shown + 10) {
      shown = progress
      say(`${name}: ${progress} %, ${row.reconstructionStage}`)
    }
    return row.reconstructionStatus === 'ready' || row.reconstructionStatus === 'failed'
  }
  const row = await waitFor(film, isEnded, `the model of ${name}`)
  say(`${name}: ${row.reconstructionStatus} ${row.reconstructionReason ?? ''}`)
}
