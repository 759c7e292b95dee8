import 'server-only'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { runFfprobe } from '#lib/adapters/media/ffmpeg'
import { filmCodecs, filmsOnly } from '#lib/adapters/media/film-input'
import { ToolFailed } from '#lib/adapters/media/run-tool'
import { headBytes, mediaTypeOf } from '#lib/domain/film/media-type'
import { durationMaxSeconds, type QualityReason } from '#lib/domain/film/quality'
import {
  decodedMaxGigapixels,
  frameRateMaxPerSecond,
  pictureMaxPixels,
  type UnreadableCause,
  unreadableReason,
} from '#lib/domain/film/unreadable-film'

export type VideoMediaType = 'video/mp4' | 'video/quicktime'

/** The video stream that is inspected. Width and height are as displayed, with rotation applied. */
export type VideoProbe = {
  kind: 'video'
  mediaType: VideoMediaType
  /** Stream index in the file. */
  stream: number
  codec: string
  width: number
  height: number
  /** Duration that the container declares; `undefined` if it declares none (fragmented files). */
  seconds: number | undefined
  framesPerSecond: number | undefined
}

export type Unreadable = { kind: 'unreadable'; reasons: QualityReason[] }

/** Decoders round width and height up to blocks of at most 64 pixels. */
const decodedMaxPixels = (4096 + 64) * (2304 + 64)

/** Arguments before `-i` for untrusted films: only film formats, and only up to the maximum picture size. */
export const hostileInput = ['-max_pixels', String(decodedMaxPixels), ...filmsOnly]

const limits = { wallSeconds: 60, cpuSeconds: 20, memoryBytes: 2_000_000_000, fileBytes: 0 }
const maxStreams = 64
/** Longer than any film. A larger declared duration is capped to this. */
const maxSeconds = 1e7

const wholeNumber = z.int().min(0).max(1_000_000)
const decimalText = z
  .string()
  .max(40)
  .regex(/^\d+(\.\d+)?$/)
  .transform(Number)
const fractionText = z
  .string()
  .max(40)
  .regex(/^\d+\/\d+$/)
const probed = z.object({
  streams: z
    .array(
      z.object({
        index: wholeNumber,
        codec_type: z.string().max(40).optional(),
        codec_name: z.string().max(40).optional(),
        width: wholeNumber.optional(),
        height: wholeNumber.optional(),
        avg_frame_rate: fractionText.optional().catch(undefined),
        duration: decimalText.optional().catch(undefined),
        nb_frames: decimalText.optional().catch(undefined),
        disposition: z.object({ attached_pic: z.number() }).partial().optional(),
        side_data_list: z.array(z.object({ rotation: z.number().optional() })).optional(),
      }),
    )
    .max(maxStreams),
  format: z.object({ duration: decimalText.optional().catch(undefined) }).optional(),
})
type ProbedStream = z.infer<typeof probed>['streams'][number]

/**
 * Reads the header and tables of a film, and refuses films that must not be decoded.
 *
 * @param input.name name of the film in `folder`
 * @throws errors that `causeOf` interprets
 */
export async function probeVideo(input: {
  folder: string
  name: string
  signal?: AbortSignal | undefined
}): Promise<VideoProbe | Unreadable> {
  const mediaType = await sniff(join(input.folder, input.name))
  if (mediaType !== 'video/mp4' && mediaType !== 'video/quicktime')
    return unreadable({ code: mediaType === 'empty' ? 'empty' : 'not_a_film' })
  const { stdout } = await runFfprobe({
    folder: input.folder,
    args: ['-v', 'error', ...hostileInput, ...shown, '-of', 'json', input.name],
    limits,
    signal: input.signal,
  })
  const found = probed.parse(JSON.parse(stdout.toString('utf8')))
  const stream = found.streams.find(isMovingPicture)
  if (!stream) return unreadable({ code: 'no_moving_picture' })
  const probe: VideoProbe = {
    kind: 'video',
    mediaType,
    stream: stream.index,
    codec: stream.codec_name ?? 'unknown',
    ...shownSize(stream),
    seconds: positive(stream.duration ?? found.format?.duration),
    framesPerSecond: frameRate(stream.avg_frame_rate),
  }
  const refusal = refuse(probe, stream.nb_frames)
  return refusal ? unreadable(refusal) : probe
}

const shown = [
  '-show_entries',
  [
    'format=duration',
    'stream=index,codec_type,codec_name,width,height,avg_frame_rate,duration,nb_frames',
    'stream_disposition=attached_pic',
    'stream_side_data=rotation',
  ].join(':'),
]

export function unreadable(cause: UnreadableCause): Unreadable {
  return { kind: 'unreadable', reasons: [unreadableReason(cause)] }
}

/**
 * Returns why a film is unreadable, from an error of ffmpeg or ffprobe.
 *
 * @throws the error itself if the film is not its cause
 */
export function causeOf(error: unknown): UnreadableCause {
  if (error instanceof z.ZodError || error instanceof SyntaxError) return { code: 'damaged' }
  if (!(error instanceof ToolFailed) || error.reason === 'aborted' || error.reason === 'timeout') throw error
  // A missing exit code means that the program did not run.
  if (error.reason === 'exit' && error.exitCode === null) throw error
  // The program ran out of disk space, which says nothing about the film.
  if (/No space left on device|Disk quota exceeded/.test(error.stderr)) throw error
  const tooLarge = /Picture size (\d{1,6})x(\d{1,6}) exceeds/.exec(error.stderr)
  if (tooLarge) return { code: 'picture_too_large', width: Number(tooLarge[1]), height: Number(tooLarge[2]) }
  if (error.stderr.includes('moov atom not found')) return { code: 'incomplete' }
  if (error.stderr.includes('Cannot allocate memory')) return { code: 'too_demanding' }
  return { code: error.reason === 'exit' ? 'damaged' : 'too_demanding' }
}

async function sniff(path: string) {
  const file = await open(path, 'r')
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return bytesRead === 0 ? 'empty' : mediaTypeOf(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

/**
 * @param pictures number of pictures in the sample table, independent of the duration; `undefined` for
 * fragmented films
 */
function refuse(
  { codec, width, height, seconds, framesPerSecond }: VideoProbe,
  pictures: number | undefined,
): UnreadableCause | undefined {
  if (!filmCodecs.includes(codec)) return { code: 'unknown_encoding', codec: codec.replace(/\W/g, '') }
  if (width * height > pictureMaxPixels) return { code: 'picture_too_large', width, height }
  if (width * height === 0) return { code: 'damaged' }
  if (seconds !== undefined && seconds > durationMaxSeconds) return { code: 'too_long', seconds }
  if (framesPerSecond !== undefined && framesPerSecond > frameRateMaxPerSecond)
    return { code: 'frame_rate_too_high', framesPerSecond }
  const shown = Math.max(pictures ?? 0, (seconds ?? 0) * (framesPerSecond ?? 0))
  const gigapixels = (width * height * shown) / 1e9
  if (gigapixels > decodedMaxGigapixels) return { code: 'too_many_pictures', gigapixels }
  return undefined
}

/** False for audio and for cover pictures, which are streams of one still. */
function isMovingPicture(stream: ProbedStream): boolean {
  return stream.codec_type === 'video' && !stream.disposition?.attached_pic
}

function shownSize({ width = 0, height = 0, side_data_list = [] }: ProbedStream) {
  const degrees = side_data_list.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0
  const onItsSide = Math.abs(Math.round(degrees / 90)) % 2 === 1
  return onItsSide ? { width: height, height: width } : { width, height }
}

function frameRate(fraction: string | undefined): number | undefined {
  const [pictures, seconds] = (fraction ?? '').split('/').map(Number)
  return pictures && seconds ? pictures / seconds : undefined
}

function positive(seconds: number | undefined): number | undefined {
  return seconds !== undefined && seconds > 0 ? Math.min(seconds, maxSeconds) : undefined
}
