import 'server-only'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { placeFilm } from '#lib/adapters/media/place-film'
import { runTool, ToolFailed } from '#lib/adapters/media/run-tool'
import type { ForecastFigures } from '#lib/domain/film/forecast-model'
import { EngineMissing, exitCodes } from './reconstruct.ts'

const program = fileURLToPath(new URL('../../../reconstruction/forecast.ts', import.meta.url))
/** Measured: 8 s of processor time for a film of 24 s in 720p. Several times that under load. */
const limits = {
  wallSeconds: 300,
  cpuSeconds: 180,
  memoryBytes: 3 * 2 ** 30,
  fileBytes: 2 ** 28,
  folderBytes: 2 ** 30,
  stdoutBytes: 2 ** 20,
}
/** One thread: nobody waits for it, and the checks need the other cores. */
const threads = 1

const count = z.int().min(0)
const line = z.object({
  figures: z.object({
    expected: count,
    frames: count,
    points: count,
    pairs: count,
    linked: count,
    flat: count,
    chained: count,
    inliers: count,
  } satisfies Record<keyof ForecastFigures, z.ZodType>),
})

/**
 * Compares a few pictures of a film with the programs of our own engine, confined, and after checks and previews but before models.
 *
 * @param input.folder a private folder
 * @returns `unreadable` when no picture of the film can be decoded
 * @throws EngineMissing when a program is not installed
 * @throws ToolFailed when one fails, takes longer than five minutes, or `signal` aborts it
 */
export async function measureFilm(input: {
  path: string
  folder: string
  signal: AbortSignal
}): Promise<ForecastFigures | 'unreadable'> {
  const scratch = await mkdtemp(join(input.folder, 'forecast-'))
  let figures: ForecastFigures | undefined
  let reason: string | undefined
  const onLine = (text: string) => {
    if (!text.startsWith('{')) return
    const said = JSON.parse(text) as { reason?: string }
    if (typeof said.reason === 'string') reason = said.reason
    else figures = line.parse(said).figures
  }
  try {
    const film = join(scratch, 'film')
    await placeFilm(input.path, film)
    const args = [program, '--video', film, '--work', scratch, '--threads', String(threads)]
    const view = { folder: scratch, mayStartPrograms: true, isDeferred: true, signal: input.signal }
    await runTool({ tool: 'node', args, ...view, limits, onLine })
  } catch (error) {
    const exitCode = error instanceof ToolFailed ? error.exitCode : null
    if (exitCode === exitCodes.filmRefused) return 'unreadable'
    if (exitCode === exitCodes.programMissing)
      throw new EngineMissing(reason ?? 'A program of the forecast is not installed', { cause: error })
    throw error
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
  if (!figures) throw new Error('the forecast printed no figures')
  return figures
}
