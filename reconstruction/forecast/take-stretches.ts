import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { decoders, inputOptions, refuseIfUnreadable } from '../frames/take-frames.ts'
import { runProgram } from '../run-program.ts'
import { standardCameras } from '../settings.ts'
import type { Stretch } from './choose-stretches.ts'

/** Enough to distinguish parallax from none, at a quarter of the cost of a model's pictures. */
const longSide = 640
/** Of one stretch. */
const limits = { cpuSeconds: 120, memoryBytes: 3 * 2 ** 30, fileBytes: 2 ** 28 }
/** Rounding of times must not skip a picture. */
const slack = 0.98

/**
 * Writes the pictures of the stretches to `images/` in the folder, small and upright.
 *
 * @returns the names of the pictures of each stretch, in the order of the film; those that could not be decoded are missing
 * @throws FilmRefused when a stretch cannot be decoded
 */
export async function takeStretches(request: {
  video: string
  folder: string
  stretches: readonly Stretch[]
  threads: number
  signal: AbortSignal
}): Promise<string[][]> {
  const { folder, stretches } = request
  await mkdir(join(folder, 'images'))
  for (const [index, stretch] of stretches.entries()) await decode(request, stretch, prefixOf(index))
  const names = (await readdir(join(folder, 'images'))).sort()
  return stretches.map((_, index) => names.filter((name) => name.startsWith(prefixOf(index))))
}

async function decode(
  request: { video: string; folder: string; threads: number; signal: AbortSignal },
  { from, stepSeconds, frames }: Stretch,
  prefix: string,
): Promise<void> {
  const { video, folder, threads, signal } = request
  const step = (stepSeconds * slack).toFixed(6)
  const graph = [
    // Frames are selected by time and not by number, because phones change their frame rate with the light.
    `select='isnan(prev_selected_t)+gte(t-prev_selected_t,${step})'`,
    `scale=w='round(iw*sar/2)*2':h=ih,setsar=1`,
    `scale=w='min(${longSide},iw)':h='min(${longSide},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`,
  ]
  const args = [
    ...['-nostdin', '-v', 'error', '-threads', String(threads)],
    ...[...inputOptions, ...decoders, '-ss', from.toFixed(6), '-i', video],
    ...['-filter_complex', `[0:V:0]${graph.join(',')}[small]`, '-map', '[small]', '-map_metadata', '-1'],
    ...['-fps_mode', 'passthrough', '-frames:v', String(frames)],
    ...['-q:v', String(standardCameras.frames.jpegQuality), `images/${prefix}%03d.jpg`],
  ]
  await refuseIfUnreadable(runProgram({ program: 'ffmpeg', args, folder, limits, signal }))
}

function prefixOf(stretch: number): string {
  return `${String.fromCharCode('a'.charCodeAt(0) + stretch)}-`
}
