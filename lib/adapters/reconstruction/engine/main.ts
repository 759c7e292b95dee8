import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findTools } from '#lib/adapters/media/find-tools'
import {
  explainNotReconstructable,
  type NotReconstructable,
  type ReconstructionProgress,
} from '#lib/domain/reconstruction'
import { buildModel } from './build-model.ts'
import { findCameras } from './cameras.ts'
import { FilmRefused } from './gates.ts'
import { packageModel } from './package-model.ts'
import { cameraSettings } from './settings.ts'
import { NoSurface } from './surface/build-surface.ts'
import { takeFrames } from './take-frames.ts'

// node engine/main.ts --video V --work W --out O [--threads 2]
// Prints its progress as JSON lines. Ends with 0: the model is in O; 20: the film can give none, and the last line says
// why; anything else: it broke. See README.md.

const notReconstructableCode = 20

const { values } = parseArgs({
  options: {
    video: { type: 'string' },
    work: { type: 'string' },
    out: { type: 'string' },
    threads: { type: 'string', default: '2' },
  },
})
const { video, work, out } = values
const threads = Number(values.threads)
if (!video || !work || !out || !(Number.isInteger(threads) && threads > 0 && threads <= 64)) {
  process.stderr.write('usage: main.ts --video FILE --work FOLDER --out FOLDER [--threads NUMBER]\n')
  process.exit(2)
}

const stop = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    // Ends the tools that are running; what this process does itself ends with it.
    stop.abort()
    process.exit(1)
  })

try {
  await makeModel({ video: resolve(video), work: resolve(work), out: resolve(out) })
} catch (error) {
  const why = whyNot(error)
  if (!why) throw error
  print({ reason: explainNotReconstructable(why) })
  process.exitCode = notReconstructableCode
}

async function makeModel({ video, work, out }: { video: string; work: string; out: string }): Promise<void> {
  const folder = join(work, 'scene')
  await mkdir(folder, { recursive: true })
  await mkdir(out, { recursive: true })
  const { signal } = stop
  const onProgress = (progress: ReconstructionProgress) => print(progress)

  onProgress({ stage: 'frames', fraction: 0 })
  const frames = await takeFrames({ video, folder, threads, signal })
  const cameras = await findCameras({ folder, frames, threads, signal, onProgress })
  const built = await buildModel({ dense: cameras.dense, out, threads, onProgress })
  onProgress({ stage: 'packing', fraction: 0 })
  await packageModel({ folder, out, frames, model: cameras.model, toModel: built.toModel })
  const { figures, relaxed } = cameras
  const engine = {
    name: 'cairn',
    tools: await toolVersions(),
    settings: { cameras: cameraSettings, model: built.settings, threads },
    figures: { ...figures, relaxed, points: cameras.model.points.length, triangles: built.triangles },
  }
  await writeFile(join(out, 'engine.json'), `${JSON.stringify(engine, null, 2)}\n`)
  onProgress({ stage: 'packing', fraction: 1 })
}

async function toolVersions(): Promise<Record<string, string | undefined>> {
  const tools = await findTools()
  const versions = tools.map((found) => [found.tool, found.state === 'missing' ? undefined : found.version])
  return { ...Object.fromEntries(versions), node: process.versions.node }
}

function whyNot(error: unknown): NotReconstructable | undefined {
  if (error instanceof FilmRefused) return error.why
  return error instanceof NoSurface ? { code: 'no_surface' } : undefined
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
