import 'server-only'
import { randomBytes } from 'node:crypto'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runFfmpeg } from '#lib/adapters/media/ffmpeg'
import { knownDecoders } from '#lib/adapters/media/film-input'
import { collectFingerprint } from '#lib/adapters/media/frame-fingerprint'
import { placeFilm } from '#lib/adapters/media/place-film'
import {
  causeOf,
  hostileInput,
  probeVideo,
  type Unreadable,
  unreadable,
  type VideoMediaType,
  type VideoProbe,
} from '#lib/adapters/media/probe-video'
import { ToolFailed } from '#lib/adapters/media/run-tool'
import {
  figureFiles,
  figureGraph,
  largePerSecond,
  readFigures,
  smallPerSecond,
} from '#lib/adapters/media/video-figures'
import {
  durationMaxSeconds,
  frameRateMinPerSecond,
  overrunMaxSeconds,
  type VideoFigures,
} from '#lib/domain/film/quality'

export type Inspection =
  | {
      kind: 'video'
      figures: VideoFigures
      fingerprint: Uint8Array
      /** The fingerprint that the film would have in a mirror. */
      mirrored: Uint8Array
      /** By which it is found once it is published. */
      pictureHashes: readonly Uint8Array[]
      mediaType: VideoMediaType
    }
  | Unreadable

type Inspect = {
  /** The film. It is copied, or moved if it is in `folder`. */
  path: string
  /** Absolute path of a private folder. Files that are created there are removed at the end. */
  folder: string
  signal?: AbortSignal | undefined
}

/**
 * Decoded beyond the declared length, or beyond the maximum if none is declared, to detect a film that is
 * longer.
 */
const decodeMoreSeconds = overrunMaxSeconds + 1
const memoryMaxBytes = 2_000_000_000
/** The small and the larger pictures of five minutes are 69 MB each. */
const fileMaxBytes = 128_000_000
/** Assumed if the container does not declare a frame rate. */
const assumedFramesPerSecond = 60
/**
 * Several times the values measured on slow cores: 18 s for one minute of 1080p in 90 MB of H.264, 4 s for 12
 * s of 4K at a low bit rate.
 */
const cpuSecondsPerGigapixel = 10
const cpuSecondsPerMegabyte = 0.3
const cpuBaseSeconds = 30
/** Upper limit for any film. */
const cpuMaxSeconds = 600

/**
 * Measures an untrusted film. Hostile, broken and overlong files are `unreadable` with reasons, if possible
 * before they are decoded.
 *
 * @throws ToolMissing
 * @throws ToolFailed for failures that are not caused by the film: aborted, over the wall-clock limit, or a
 * broken ffmpeg
 */
export async function inspectVideo({ path, folder, signal }: Inspect): Promise<Inspection> {
  // A generated name, because it is part of command lines and messages.
  const name = `film-${randomBytes(8).toString('hex')}`
  const pathOf = (file: string) => join(folder, file)
  const written = [name, ...Object.values(figureFiles)]
  try {
    await placeFilm(path, pathOf(name))
    const probe = await probeVideo({ folder, name, signal })
    if (probe.kind === 'unreadable') return probe
    for (const file of Object.values(figureFiles)) await writeFile(pathOf(file), '')
    const stderr = await decode({ folder, name, probe, signal })
    const truncated = new RegExp(`corrupt input packet in stream ${probe.stream}\\b`).test(stderr)
    const prints = collectFingerprint()
    const figures = await readFigures({ pathOf, probe, truncated, onSmall: prints.add })
    if (!figures) return unreadable({ code: 'damaged' })
    const [fingerprint, mirrored] = [prints.fingerprint(), prints.mirrored()]
    const pictureHashes = prints.pictureHashes()
    return { kind: 'video', figures, fingerprint, mirrored, pictureHashes, mediaType: probe.mediaType }
  } catch (error) {
    const cause = causeOf(error)
    // A film must not be refused because of a broken ffmpeg or a full disk.
    if (cause.code === 'damaged' && error instanceof ToolFailed) await checkFfmpeg({ folder, signal, error })
    return unreadable(cause)
  } finally {
    for (const file of written) await rm(pathOf(file), { force: true })
  }
}

type Decode = { folder: string; name: string; probe: VideoProbe; signal?: AbortSignal | undefined }

/** @returns the standard error of ffmpeg */
async function decode({ folder, name, probe, signal }: Decode): Promise<string> {
  const { size } = await stat(join(folder, name))
  const cpuSeconds = cpuLimit(probe, size)
  const { stderr } = await runFfmpeg({
    folder,
    args: [
      ...['-v', 'warning', '-threads', '2', '-filter_complex_threads', '2'],
      ...[...hostileInput, ...knownDecoders, '-t', String(decodeSeconds(probe)), '-i', name],
      ...measure(figureGraph(probe), decodeSeconds(probe)),
    ],
    // A hostile film exceeds the CPU limit; the wall-clock limit is reached only on an overloaded machine.
    limits: {
      cpuSeconds,
      wallSeconds: 60 + 3 * cpuSeconds,
      memoryBytes: memoryMaxBytes,
      fileBytes: fileMaxBytes,
    },
    signal,
  })
  return stderr
}

function measure(graph: string, seconds: number): string[] {
  const output = (label: string, perSecond: number, file: string) => {
    const pictures = String(Math.ceil(seconds * perSecond))
    const asMeasured = ['-fps_mode', 'passthrough', '-frames:v', pictures, '-f', 'rawvideo']
    return ['-map', `[${label}]`, ...asMeasured, file]
  }
  return [
    ...['-filter_complex', graph],
    ...output('small', smallPerSecond, figureFiles.small),
    ...output('large', largePerSecond, figureFiles.large),
  ]
}

/** Limits how long a film is decoded: an edit list can repeat its pictures for hours. */
function decodeSeconds({ seconds }: VideoProbe): number {
  return (seconds ?? durationMaxSeconds) + decodeMoreSeconds
}

function cpuLimit(probe: VideoProbe, byteLength: number): number {
  const { width, height, framesPerSecond } = probe
  const pictures =
    Math.max(framesPerSecond ?? assumedFramesPerSecond, frameRateMinPerSecond) * decodeSeconds(probe)
  const gigapixels = (width * height * pictures) / 1e9
  const megabytes = byteLength / 1e6
  const wanted = cpuBaseSeconds + gigapixels * cpuSecondsPerGigapixel + megabytes * cpuSecondsPerMegabyte
  return Math.ceil(Math.min(cpuMaxSeconds, wanted))
}

const blank = { width: 64, height: 64, pictures: 8 }

/** Measures a generated blank film in the same way. @throws `input.error` if that fails too */
async function checkFfmpeg(input: { folder: string; signal?: AbortSignal | undefined; error: ToolFailed }) {
  const { width, height, pictures } = blank
  const name = 'blank.gray'
  const { folder, signal } = input
  try {
    await writeFile(join(folder, name), Buffer.alloc(width * height * pictures, 128))
    await runFfmpeg({
      folder,
      args: [
        ...['-v', 'warning', '-f', 'rawvideo', '-pixel_format', 'gray'],
        ...['-video_size', `${width}x${height}`, '-framerate', '8', '-i', name],
        ...measure(figureGraph({ stream: 0, width, height }), 1),
      ],
      limits: { wallSeconds: 60, cpuSeconds: 20, memoryBytes: memoryMaxBytes, fileBytes: fileMaxBytes },
      signal,
    })
  } catch {
    throw input.error
  } finally {
    await rm(join(folder, name), { force: true })
  }
}
