import 'server-only'
import { lstat, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installLine } from '#lib/adapters/media/find-program'
import { findTools } from '#lib/adapters/media/find-tools'
import { placeFilm } from '#lib/adapters/media/place-film'
import { runTool, ToolFailed, ToolMissing } from '#lib/adapters/media/run-tool'
import type { ReconstructionProgress } from '#lib/domain/reconstruction'
import { checkGlb } from './check-glb.ts'
import { commandWords } from './engine-command.ts'
import { onlyNews, parseEngineLine } from './engine-line.ts'
import { type Lineage, packModel } from './pack-model.ts'

export type Reconstruction =
  /** Paths in `out`. The preview is a lighter form of the model, for a page. */
  | { kind: 'ready'; glb: string; preview: string; zip: string; manifestSha256: string }
  /** The film can give no model; `reason` tells the contributor why and what to do. */
  | { kind: 'impossible'; reason: string }

export type ReconstructionRequest = {
  /** The original as it was sent. */
  video: string
  /** Folders of this run alone. Nothing stays in `work`; `out` holds what is delivered. */
  work: string
  out: string
  lineage: Lineage
  /** Another engine, as in `RECON_CMD`: words with `{video}`, `{work}` and `{out}` in them. Ours when not given. */
  command?: string | undefined
  /** What another engine may read besides itself and what its command names, as in `RECON_PATHS`. */
  enginePaths?: readonly string[] | undefined
  signal: AbortSignal
  onProgress: (progress: ReconstructionProgress) => void
}

/** Part of the engine is not installed; the message says what to install. */
export class EngineMissing extends Error {
  override readonly name = 'EngineMissing'
}

const ourEngine = fileURLToPath(new URL('./engine/main.ts', import.meta.url))
const limits = {
  wallSeconds: 600,
  /** Of any one process: our own engine takes 2 GB at most. */
  memoryBytes: 6 * 2 ** 30,
  fileBytes: 2 ** 31,
  stdoutBytes: 64 * 2 ** 20,
}
const notReconstructableCode = 20
const unexplained =
  'No model could be made of the film. Walk slowly around the place in good light and show each part of it from several sides.'

/**
 * Makes a 3D model of a film by running an engine, ours or another, as a program of its own.
 *
 * @throws EngineMissing when the engine or a program it needs is not installed
 * @throws ToolFailed when it breaks, takes longer than ten minutes, or `signal` aborts it
 * @throws ModelUnusable when what it leaves is no model
 */
export async function reconstruct(request: ReconstructionRequest): Promise<Reconstruction> {
  const { video, work, out, lineage, signal } = request
  const onProgress = onlyNews(request.onProgress)
  await mkdir(work, { recursive: true })
  await mkdir(out, { recursive: true })
  // What a run left that crashed.
  for (const name of ['model.glb', 'preview.glb', 'model.zip', 'engine.json', 'package'])
    await rm(join(out, name), { recursive: true, force: true })
  const scratch = await mkdtemp(join(work, 'engine-'))
  try {
    const film = join(scratch, 'film')
    await placeFilm(video, film)
    const refusal = await runEngine({ ...request, video: film, work: scratch, onProgress })
    if (refusal !== undefined) return { kind: 'impossible', reason: refusal }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }

  signal.throwIfAborted()
  const glb = join(out, 'model.glb')
  await checkGlb(glb)
  const preview = (await exists(join(out, 'preview.glb'))) ? join(out, 'preview.glb') : glb
  await checkGlb(preview)
  const packed = await packModel({ out, lineage })
  onProgress({ stage: 'packing', fraction: 1 })
  return { kind: 'ready', glb, preview, ...packed }
}

/** @returns why the film gives no model, if it gives none */
async function runEngine(request: ReconstructionRequest): Promise<string | undefined> {
  const { work, out, signal, onProgress, enginePaths = [] } = request
  const [tool, ...args] = await engineCommand(request)
  let refusal: string | undefined
  const onLine = (line: string) => {
    const said = parseEngineLine(line)
    if (said?.kind === 'progress') onProgress({ stage: said.stage, fraction: said.fraction })
    if (said?.kind === 'refusal') refusal = said.reason
  }
  try {
    const readable = [...enginePaths, ...args.filter(isAbsolute)]
    const sees = { folder: work, writable: [out], readable, mayStartPrograms: true }
    await runTool({ tool, args, ...sees, limits, signal, onLine })
  } catch (error) {
    if (error instanceof ToolMissing) throw new EngineMissing(error.message, { cause: error })
    if (error instanceof ToolFailed && error.exitCode === notReconstructableCode)
      return refusal ?? unexplained
    throw error
  }
}

async function engineCommand(request: ReconstructionRequest): Promise<[string, ...string[]]> {
  const { command, video, work, out } = request
  if (command !== undefined) return commandWords(command, { video, work, out })
  const unusable = (await findTools()).filter(({ state }) => state !== 'found')
  if (unusable.length > 0) {
    const named = unusable.map(({ tool, state }) => `${tool} (${state})`).join(', ')
    throw new EngineMissing(`3D models need ${named}: ${installLine(unusable.map(({ tool }) => tool))}`)
  }
  return ['node', ourEngine, '--video', video, '--work', work, '--out', out]
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined
}
