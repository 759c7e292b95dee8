import 'server-only'
import { lstat, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { placeFilm } from '#lib/adapters/media/place-film'
import { runTool, ToolFailed, ToolMissing } from '#lib/adapters/media/run-tool'
import type { ReconstructionProgress } from '#lib/domain/film/reconstruction'
import { checkGlb } from './check-glb.ts'
import { commandWords } from './engine-command.ts'
import { onlyForward, parseEngineLine } from './engine-line.ts'
import { type Lineage, packModel } from './pack-model.ts'

export type Reconstruction =
  /** Paths in `out`. The preview is a smaller version of the model, for web pages. */
  | { kind: 'ready'; glb: string; preview: string; zip: string; manifestSha256: string }
  /** No model can be made of the film; `reason` tells the contributor why and what to do. */
  | { kind: 'impossible'; reason: string }

export type ReconstructionRequest = {
  /** The original file. */
  video: string
  /** Folders that no other run uses. `work` is empty afterwards; `out` contains what is delivered. */
  work: string
  out: string
  lineage: Lineage
  /**
   * The command of another engine (`RECON_CMD`), with `{video}`, `{work}` and `{out}`. By default our own
   * engine.
   */
  command?: string | undefined
  /** Further paths that another engine may read (`RECON_PATHS`). */
  enginePaths?: readonly string[] | undefined
  /** How many models this machine makes at once; our engine divides the cores between them. */
  atOnce?: number
  signal: AbortSignal
  onProgress: (progress: ReconstructionProgress) => void
}

/** The engine or a program that it needs is not installed; the message says what to install. */
export class EngineMissing extends Error {
  override readonly name = 'EngineMissing'
}

const ourEngine = fileURLToPath(new URL('../../../reconstruction/main.ts', import.meta.url))
const limits = {
  wallSeconds: 600,
  /** Limit per process. Our own engine uses at most 2 GB. */
  memoryBytes: 6 * 2 ** 30,
  fileBytes: 2 ** 31,
  stdoutBytes: 64 * 2 ** 20,
}
/** Each thread of our engine may reserve half a gigabyte. */
const maxThreads = 8
/** Exit codes of an engine after a line with a `reason`. reconstruction/README.md documents the interface. */
const exitCodes = { filmRefused: 20, programMissing: 21 }
const defaultRefusal =
  'No model could be made of the film. Walk slowly around the place in good light and show each part of it from several sides.'

/**
 * Makes a 3D model of a film by running an engine as a separate program: ours (`reconstruction/`) or another.
 *
 * @throws EngineMissing when the engine or a program it needs is not installed
 * @throws ToolFailed when the engine fails, takes longer than ten minutes, or `signal` aborts it
 * @throws ModelUnusable when the engine's output is not a valid model
 */
export async function reconstruct(request: ReconstructionRequest): Promise<Reconstruction> {
  const { video, work, out, lineage, signal } = request
  const onProgress = onlyForward(request.onProgress)
  await mkdir(work, { recursive: true })
  await mkdir(out, { recursive: true })
  // Left over from a run that crashed.
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

/** @returns the reason when no model can be made of the film */
async function runEngine(request: ReconstructionRequest): Promise<string | undefined> {
  const { video, work, out, signal, onProgress, enginePaths = [] } = request
  const threads = Math.max(
    1,
    Math.min(maxThreads, Math.floor(availableParallelism() / (request.atOnce ?? 1))),
  )
  const [tool, ...args] =
    request.command === undefined
      ? ['node', ourEngine, '--video', video, '--work', work, '--out', out, '--threads', String(threads)]
      : commandWords(request.command, { video, work, out })
  let reason: string | undefined
  const onLine = (line: string) => {
    const parsed = parseEngineLine(line)
    if (parsed?.kind === 'progress') onProgress({ stage: parsed.stage, fraction: parsed.fraction })
    if (parsed?.kind === 'reason') reason = parsed.reason
  }
  const readable = [...enginePaths, ...args.filter(isAbsolute)]
  const view = { folder: work, writable: [out], readable, mayStartPrograms: true, isBackground: true }
  try {
    await runTool({ tool: tool!, args, ...view, limits, signal, onLine })
  } catch (error) {
    if (error instanceof ToolMissing) throw new EngineMissing(error.message, { cause: error })
    const exitCode = error instanceof ToolFailed ? error.exitCode : null
    if (exitCode === exitCodes.filmRefused) return reason ?? defaultRefusal
    if (exitCode === exitCodes.programMissing)
      throw new EngineMissing(
        reason ?? 'The engine that makes models needs a program that is not installed',
        {
          cause: error,
        },
      )
    throw error
  }
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined
}
