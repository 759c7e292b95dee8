import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { filmsOnly, knownDecoders } from '#lib/adapters/media/film-input'
import { fullDisk } from '#lib/adapters/media/full-disk'
import { runTool, ToolFailed } from '#lib/adapters/media/run-tool'
import { chooseFrames, frameCount, sharpness } from './choose-frames.ts'
import { FilmRefused } from './gates.ts'
import { cameraSettings, minFrames } from './settings.ts'

/** `seconds`: when the film shows it. */
export type Frame = { name: string; seconds: number }

type Request = { video: string; folder: string; threads: number; signal: AbortSignal }

const { candidatesPerFrame, longSide, measuredLongSide, jpegQuality } = cameraSettings.frames
const probeLimits = { wallSeconds: 30, cpuSeconds: 30, memoryBytes: 2 ** 30, fileBytes: 0 }
const decodeLimits = {
  wallSeconds: 300,
  cpuSeconds: 600,
  memoryBytes: 3 * 2 ** 30,
  fileBytes: 2 ** 30,
}
/** 8K; more is no phone's, and may be made to use up the memory. */
const maxPixels = 35_389_440
const strangersFilm = ['-max_pixels', String(maxPixels), ...filmsOnly]

/**
 * Leaves the frames to use in `images/` of the folder, upright, named in the order of the film, with no metadata.
 *
 * The film is decoded once: four candidates for every frame are written full size, and small in grey to be measured.
 *
 * @throws FilmRefused when there are too few
 */
export async function takeFrames(request: Request): Promise<Frame[]> {
  const { video, folder } = request
  // ffmpeg would say of a file that is not there what it says of one that makes no sense.
  await access(video)
  const seconds = await filmSeconds(request)
  const wanted = frameCount(seconds)
  await mkdir(join(folder, 'candidates'))
  await mkdir(join(folder, 'images'))
  await decode({ ...request, perSecond: (wanted * candidatesPerFrame) / seconds })
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
  return frames.map(({ name, seconds }) => ({ name, seconds }))
}

async function filmSeconds({ video, folder, signal }: Request): Promise<number> {
  const args = ['-v', 'error', ...strangersFilm, '-select_streams', 'V:0']
  const shown = ['-show_entries', 'stream=duration:format=duration', '-of', 'json', video]
  const { stdout } = await refuseIfUnreadable(
    runTool({ tool: 'ffprobe', args: [...args, ...shown], folder, limits: probeLimits, signal }),
  )
  const probed = JSON.parse(stdout.toString('utf8')) as Partial<
    Record<'streams', { duration?: string }[]> & Record<'format', { duration?: string }>
  >
  const seconds = Number(probed.streams?.[0]?.duration ?? probed.format?.duration)
  if (!(seconds > 0)) throw new FilmRefused({ code: 'unreadable' })
  return seconds
}

async function decode(request: Request & { perSecond: number }): Promise<void> {
  const { video, folder, threads, signal, perSecond } = request
  const box = (side: number) =>
    `scale=w='min(${side},iw)':h='min(${side},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`
  // By time, not by number: phones change their frame rate with the light.
  const rate = perSecond.toFixed(6)
  const graph = [
    `[0:V:0]select='isnan(prev_t)+gt(floor(t*${rate}),floor(prev_t*${rate}))',scale=w='round(iw*sar/2)*2':h=ih`,
    `setsar=1,${box(longSide)},split=2[full][copy]`,
    `[copy]${box(measuredLongSide)},format=gray,split=2[grey][times]`,
  ]
  const plain = [
    '-fps_mode',
    'passthrough',
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
    '-flags:v',
    '+bitexact',
  ]
  const args = [
    ...['-nostdin', '-v', 'error', '-threads', String(threads), '-filter_complex_threads', String(threads)],
    ...[...strangersFilm, ...knownDecoders, '-i', video],
    ...['-filter_complex', `${graph[0]},${graph[1]};${graph[2]}`],
    ...['-map', '[full]', ...plain, '-q:v', String(jpegQuality), 'candidates/%05d.jpg'],
    ...['-map', '[grey]', ...plain, '-f', 'rawvideo', 'grey.raw'],
    ...['-map', '[times]', ...plain, '-enc_time_base', '1/90000', '-f', 'framecrc', 'times.txt'],
  ]
  await refuseIfUnreadable(runTool({ tool: 'ffmpeg', args, folder, limits: decodeLimits, signal }))
}

/** ffmpeg ends with an error of its own at a file that makes no sense, and on a full disk; anything else went wrong here. */
export function refuseIfUnreadable<Result>(run: Promise<Result>): Promise<Result> {
  return run.catch((error: unknown) => {
    const isOfTheFilm = error instanceof ToolFailed && error.reason === 'exit' && !fullDisk.test(error.stderr)
    throw isOfTheFilm ? new FilmRefused({ code: 'unreadable' }) : error
  })
}

/** Size and times, in seconds, of the pictures listed by ffmpeg's `framecrc`. */
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
