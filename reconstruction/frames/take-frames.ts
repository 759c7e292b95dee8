import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FilmRefused } from '../film-refused.ts'
import { ProgramFailed, runProgram } from '../run-program.ts'
import { type CameraSettings, minFrames } from '../settings.ts'
import { chooseFrames, frameCount, sharpness } from './choose-frames.ts'

/** A picture in `images/`; `seconds` is its time in the film. */
export type Frame = { name: string; seconds: number }

type Request = {
  video: string
  folder: string
  settings: CameraSettings['frames']
  threads: number
  signal: AbortSignal
  /** The finished share, 0 to 1. */
  onProgress: (fraction: number) => void
}

/** About how much of the time goes into decoding rather than measuring. */
const decodeShare = 0.9
const probeLimits = { cpuSeconds: 30, memoryBytes: 2 ** 30, fileBytes: 0 }
const decodeLimits = {
  cpuSeconds: 1_200,
  memoryBytes: 3 * 2 ** 30,
  fileBytes: 2 ** 30,
}
/** 8K. No phone films larger pictures, and a crafted file could use up the memory. */
const maxPixels = 35_389_440
/**
 * Options before `-i`. Without them a playlist named .mp4 could open other files: only the `mov` demuxer may run, and it
 * opens no external references by default.
 */
export const inputOptions = [
  ...['-max_pixels', String(maxPixels)],
  ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', 'mov', '-f', 'mov'],
]
/** The codecs of cameras. ffprobe cannot use this option: it fails on a sound track with another codec. */
export const decoders = ['-codec_whitelist', 'h264,hevc,av1,mpeg4,mjpeg,prores,libdav1d']
/** Messages of a program that failed to write its output: the disk is full, and the film is not to blame. */
const diskFull = /No space left on device|Disk quota exceeded/

/**
 * Writes the frames to use to `images/` in the folder: upright, without metadata, named in the order of the film.
 *
 * The film is decoded once. Four candidates for each frame are written at full size, and small and grey to measure their
 * sharpness.
 *
 * @throws FilmRefused when the film cannot be decoded or has too few pictures
 */
export async function takeFrames(request: Request): Promise<Frame[]> {
  const { video, folder, settings, onProgress } = request
  // ffmpeg reports a missing file in the same way as a broken one.
  await access(video)
  const seconds = await filmSeconds(request)
  const wanted = frameCount(seconds, settings)
  await mkdir(join(folder, 'candidates'))
  await mkdir(join(folder, 'images'))
  await decode({ ...request, seconds, perSecond: (wanted * settings.candidatesPerFrame) / seconds })
  onProgress(decodeShare)
  const { times, width, height } = parseTimes(await readFile(join(folder, 'times.txt'), 'utf8'))
  const sharpnesses = await measure(join(folder, 'grey.raw'), times.length, width, height)
  const chosen = chooseFrames(sharpnesses, wanted)
  if (chosen.length < minFrames)
    throw new FilmRefused({ code: 'too_few_frames', found: chosen.length, needed: minFrames })

  const frames = chosen.map((candidate, index) => ({
    name: `${String(index + 1).padStart(4, '0')}.jpg`,
    seconds: times[candidate]!,
    candidate: join(folder, 'candidates', `${String(candidate + 1).padStart(5, '0')}.jpg`),
  }))
  for (const { name, candidate } of frames) await rename(candidate, join(folder, 'images', name))
  await rm(join(folder, 'candidates'), { recursive: true })
  await rm(join(folder, 'grey.raw'))
  await rm(join(folder, 'times.txt'))
  return frames.map(({ name, seconds }) => ({ name, seconds }))
}

/** The length of the film. @throws FilmRefused when it cannot be read */
export async function filmSeconds({
  video,
  folder,
  signal,
}: Pick<Request, 'video' | 'folder' | 'signal'>): Promise<number> {
  const args = [
    ...['-v', 'error', ...inputOptions, '-select_streams', 'V:0'],
    ...['-show_entries', 'stream=duration:format=duration', '-of', 'json', video],
  ]
  const output = await refuseIfUnreadable(
    runProgram({ program: 'ffprobe', args, folder, limits: probeLimits, signal }),
  )
  const probed = JSON.parse(output) as Partial<
    Record<'streams', { duration?: string }[]> & Record<'format', { duration?: string }>
  >
  const seconds = Number(probed.streams?.[0]?.duration ?? probed.format?.duration)
  if (!(seconds > 0)) throw new FilmRefused({ code: 'unreadable' })
  return seconds
}

async function decode(request: Request & { seconds: number; perSecond: number }): Promise<void> {
  const { video, folder, threads, signal, seconds, perSecond, onProgress } = request
  const { longSide, measuredLongSide, jpegQuality } = request.settings
  const onLine = (line: string) => {
    const micros = Number(/^out_time_us=(\d+)$/.exec(line)?.[1] ?? Number.NaN)
    if (micros > 0) onProgress(decodeShare * Math.min(1, micros / 1e6 / seconds))
  }
  const box = (side: number) =>
    `scale=w='min(${side},iw)':h='min(${side},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`
  // Selects by time and not by number: phones change their frame rate with the light.
  const rate = perSecond.toFixed(6)
  const graph = [
    `[0:V:0]select='isnan(prev_t)+gt(floor(t*${rate}),floor(prev_t*${rate}))',scale=w='round(iw*sar/2)*2':h=ih`,
    `setsar=1,${box(longSide)},split=2[full][copy]`,
    `[copy]${box(measuredLongSide)},format=gray,split=2[grey][times]`,
  ]
  const plain = [
    ...['-fps_mode', 'passthrough', '-map_metadata', '-1'],
    ...['-fflags', '+bitexact', '-flags:v', '+bitexact'],
  ]
  const args = [
    ...[
      '-nostdin',
      '-v',
      'error',
      '-nostats',
      '-progress',
      'pipe:1',
      '-threads',
      String(threads),
      '-filter_complex_threads',
      String(threads),
    ],
    ...[...inputOptions, ...decoders, '-i', video],
    ...['-filter_complex', `${graph[0]},${graph[1]};${graph[2]}`],
    ...['-map', '[full]', ...plain, '-q:v', String(jpegQuality), 'candidates/%05d.jpg'],
    ...['-map', '[grey]', ...plain, '-f', 'rawvideo', 'grey.raw'],
    ...['-map', '[times]', ...plain, '-enc_time_base', '1/90000', '-f', 'framecrc', 'times.txt'],
  ]
  await refuseIfUnreadable(
    runProgram({ program: 'ffmpeg', args, folder, limits: decodeLimits, signal, onLine }),
  )
}

/** ffmpeg exits with an error for a broken film and for a full disk. Every other failure is not the film's fault. */
export function refuseIfUnreadable<Result>(run: Promise<Result>): Promise<Result> {
  return run.catch((error: unknown) => {
    const isBrokenFilm =
      error instanceof ProgramFailed && error.exitCode !== undefined && !diskFull.test(error.stderr)
    throw isBrokenFilm ? new FilmRefused({ code: 'unreadable' }) : error
  })
}

/** Reads ffmpeg's `framecrc` format: the size of the pictures, and the time of each in seconds. */
function parseTimes(text: string): { times: number[]; width: number; height: number } {
  const base = /^#tb 0: (\d+)\/(\d+)$/m.exec(text)
  const size = /^#dimensions 0: (\d+)x(\d+)$/m.exec(text)
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const times = lines.map((line) => (Number(line.split(',')[2]) * Number(base?.[1])) / Number(base?.[2]))
  return { times, width: Number(size?.[1] ?? 0), height: Number(size?.[2] ?? 0) }
}

async function measure(path: string, count: number, width: number, height: number): Promise<number[]> {
  const file = await open(path)
  try {
    const grey = new Uint8Array(width * height)
    const found: number[] = []
    for (let index = 0; index < count; index += 1) {
      const { bytesRead } = await file.read(grey, 0, grey.length, index * grey.length)
      if (bytesRead < grey.length) break
      found.push(sharpness(grey, width, height))
    }
    return found
  } finally {
    await file.close()
  }
}
