import 'server-only'
import { lstat, mkdir, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { countOutOfMemory } from '#lib/adapters/media/out-of-memory'
import { placeFilm } from '#lib/adapters/media/place-film'
import { runTool, ToolFailed, type ToolLimits, ToolMissing } from '#lib/adapters/media/run-tool'
import { measureFolder } from '#lib/adapters/media/work-files'
import type { EngineEnd } from '#lib/domain/film/model-failure'
import type { ModelMode, ReconstructionProgress } from '#lib/domain/film/reconstruction'
import { checkGlb, ModelUnusable } from './check-glb.ts'
import { checkSplats } from './check-splats.ts'
import { commandWords, InvalidCommand } from './engine-command.ts'
import { onlyForward, parseEngineLine } from './engine-line.ts'
import { type Lineage, packModel } from './pack-model.ts'

export type Reconstruction =
  /** Paths in `out`. The preview is a smaller version of the model, for web pages. */
  | {
      kind: 'ready'
      glb: string
      preview: string
      /** Path of the Gaussian splat. Not every engine makes one. */
      splats: string | undefined
      zip: string
      manifestSha256: string
    }
  /** No model can be made of the film; `reason` tells the contributor why and what to do. */
  | { kind: 'impossible'; reason: string }

export type ReconstructionRequest = {
  /** The original file. */
  video: string
  /**
   * Folders that no other run uses. `out` gets the result. `work` has the finished stages of earlier runs, after which the engine
   * continues.
   */
  work: string
  out: string
  /** How the poster wants the model to be made. */
  mode: ModelMode
  lineage: Lineage
  /**
   * The command of another engine (`RECON_CMD`), with `{video}`, `{work}`, `{out}` and `{mode}`. By default our
   * own engine.
   */
  command?: string | undefined
  /** Further paths that another engine may read (`RECON_PATHS`). */
  enginePaths?: readonly string[] | undefined
  /** How many models this machine makes at once; our engine divides the cores between them. */
  atOnce?: number
  /** Longest time in which the engine may be idle and silent. */
  silentSeconds?: number
  signal: AbortSignal
  onProgress: (progress: ReconstructionProgress) => void
}

/** The engine or a program that it needs is not installed; the message says what to install. */
export class EngineMissing extends Error {
  override readonly name = 'EngineMissing'
}

/** The engine ended without a model, for reasons other than the film. */
export class EngineFailed extends Error {
  override readonly name = 'EngineFailed'
  readonly end: EngineEnd

  constructor(end: EngineEnd, cause: Error) {
    super(cause.message, { cause })
    this.end = end
  }
}

const ourEngine = fileURLToPath(new URL('../../../reconstruction/main.ts', import.meta.url))
const usualSilentSeconds = 600
const engineLimits = {
  /** Two minutes are usual; a film of five minutes in the finest mode takes about half an hour. */
  cpuSeconds: 4 * 3_600,
  /** Our engine reports at least every minute of it. */
  silentCpuSeconds: 1_800,
  /** Includes the files that it leaves for the next run. */
  folderBytes: 8 * 2 ** 30,
  /** Limit per process. Our own engine uses at most 2 GB. */
  memoryBytes: 6 * 2 ** 30,
  fileBytes: 2 ** 31,
  stdoutBytes: 64 * 2 ** 20,
}
/** The copy of the film in the work folder. By its name it is not left for the next run. */
const filmName = 'film.part'
/** Each thread of our engine may reserve half a gigabyte. */
const maxThreads = 8
/** Exit codes of an engine after a line with a `reason`. reconstruction/README.md documents the interface. */
export const exitCodes = { filmRefused: 20, programMissing: 21 }
const defaultRefusal =
  'No model could be made of the film. Walk slowly around the place in good light and show each part of it from several sides.'

/**
 * Makes a 3D model of a film by running an engine as a separate program: ours (`reconstruction/`) or another.
 *
 * @throws EngineMissing when the engine or a program it needs is not installed
 * @throws EngineFailed when the engine fails, makes no progress or gives no valid model
 * @throws ToolFailed when `signal` aborts it
 */
export async function reconstruct(request: ReconstructionRequest): Promise<Reconstruction> {
  const { video, work, out, signal } = request
  let stage: ReconstructionProgress['stage'] | undefined
  const onProgress = onlyForward((progress) => {
    stage = progress.stage
    request.onProgress(progress)
  })
  const outOfMemory = countOutOfMemory()
  await mkdir(work, { recursive: true })
  await mkdir(out, { recursive: true })
  // Left over from a run that crashed.
  for (const name of ['model.glb', 'preview.glb', 'splats.spz', 'model.zip', 'engine.json', 'package'])
    await rm(join(out, name), { recursive: true, force: true })
  const film = join(work, filmName)
  try {
    await rm(film, { recursive: true, force: true })
    const limits = await limitsFor(request)
    await placeFilm(video, film)
    const refusal = await runEngine({ ...request, video: film, onProgress }, limits)
    if (refusal !== undefined) return { kind: 'impossible', reason: refusal }
    signal.throwIfAborted()
    return await packResult(request, onProgress)
  } catch (error) {
    const end = endOf(error, request)
    if (!end) throw error
    const sawOutOfMemory = countOutOfMemory() > outOfMemory
    throw new EngineFailed({ ...end, sawOutOfMemory, stage }, error as Error)
  } finally {
    await rm(film, { force: true })
  }
}

/** The failures that end an attempt, unlike those of a store or an abort. */
function endOf(
  error: unknown,
  { silentSeconds = usualSilentSeconds }: ReconstructionRequest,
): Omit<EngineEnd, 'sawOutOfMemory' | 'stage'> | undefined {
  if (error instanceof ModelUnusable) return { how: 'unusable', text: error.message }
  if (error instanceof InvalidCommand) return { how: 'settings', text: error.message }
  if (!(error instanceof ToolFailed) || error.reason === 'aborted') return undefined
  const { reason, exitCode, signal, stderr } = error
  return { how: reason, exitCode, signal, text: `${stderr}\n${error.message}`, silentSeconds }
}

/** Checks and packs what the engine wrote to `out`. */
async function packResult(
  { out, lineage }: ReconstructionRequest,
  onProgress: ReconstructionRequest['onProgress'],
): Promise<Reconstruction> {
  const glb = join(out, 'model.glb')
  await checkGlb(glb)
  const preview = (await exists(join(out, 'preview.glb'))) ? join(out, 'preview.glb') : glb
  await checkGlb(preview)
  const splats = (await exists(join(out, 'splats.spz'))) ? join(out, 'splats.spz') : undefined
  if (splats) await checkSplats(splats)
  const packed = await packModel({ out, splats, lineage })
  onProgress({ stage: 'packing', fraction: 1 })
  return { kind: 'ready', glb, preview, splats, ...packed }
}

/** @returns the reason when no model can be made of the film */
async function runEngine(request: ReconstructionRequest, limits: ToolLimits): Promise<string | undefined> {
  const { video, work, out, mode, signal, onProgress, enginePaths = [] } = request
  const threads = Math.max(
    1,
    Math.min(maxThreads, Math.floor(availableParallelism() / (request.atOnce ?? 1))),
  )
  const options = ['--mode', mode, '--threads', String(threads)]
  const [tool, ...args] =
    request.command === undefined
      ? ['node', ourEngine, ...['--video', video, '--work', work, '--out', out], ...options]
      : commandWords(request.command, { video, work, out, mode })
  let reason: string | undefined
  const onLine = (line: string) => {
    const parsed = parseEngineLine(line)
    if (parsed?.kind === 'reason') reason = parsed.reason
    if (parsed?.kind !== 'progress') return false
    const { kind: _, ...progress } = parsed
    onProgress(progress)
    return true
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

async function limitsFor({
  work,
  silentSeconds = usualSilentSeconds,
}: ReconstructionRequest): Promise<ToolLimits> {
  const { memoryBytes, fileBytes, stdoutBytes, cpuSeconds, silentCpuSeconds } = engineLimits
  const folderBytes = Math.max(0, engineLimits.folderBytes - (await measureFolder(work)))
  const progress = { silentSeconds, silentCpuSeconds, cpuSeconds }
  return { memoryBytes, fileBytes, stdoutBytes, folderBytes, progress }
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined
}
