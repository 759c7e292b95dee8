import 'server-only'
import { randomBytes } from 'node:crypto'
import { appendFile, copyFile, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { isMissing } from '#lib/adapters/is-missing'
import { runFfmpeg } from '#lib/adapters/media/ffmpeg'
import { knownDecoders } from '#lib/adapters/media/film-input'
import { placeFilm } from '#lib/adapters/media/place-film'
import { hostileInput, probeVideo, type VideoProbe } from '#lib/adapters/media/probe-video'
import { ToolFailed } from '#lib/adapters/media/run-tool'
import { shrunkFrame, watermarkedFilm, watermarkText } from '#lib/adapters/media/watermark'
import { type PreviewPart, previewParts } from '#lib/domain/film/preview-parts'

type Make = {
  /** The film. It is copied, or moved if it is in `folder`. */
  path: string
  /** Absolute path of a private folder. */
  folder: string
  /** The watermark text on every frame: the bounty's id. */
  text: string
  signal?: AbortSignal | undefined
}

const framesPerSecond = 24
/** Limits per piece. 12 s of 4K take about 8 s of CPU time. */
const limits = { wallSeconds: 180, cpuSeconds: 90, memoryBytes: 2_000_000_000, fileBytes: 20_000_000 }
/** Names within the folder. */
const files = {
  text: 'watermark.txt',
  font: 'watermark.ttf',
  piece: 'piece.h264',
  frames: 'frames.h264',
  clip: 'preview.mp4',
  poster: 'poster.jpg',
}

/** Raw H.264 that every browser and phone can play, without the encoder's identification (an SEI unit). */
const asFrames = [
  ...[
    '-c:v',
    'libx264',
    '-profile:v',
    'baseline',
    '-level',
    '3.1',
    '-preset',
    'veryfast',
    '-pix_fmt',
    'yuv420p',
  ],
  ...['-crf', '27', '-maxrate', '1400k', '-bufsize', '2800k', '-g', String(2 * framesPerSecond)],
  ...['-flags:v', '+bitexact', '-bsf:v', 'filter_units=remove_types=6', '-f', 'h264', files.piece],
]
/** Default Huffman tables, because the WebAssembly build hangs when it computes optimal ones. */
const asStill = [
  ...['-frames:v', '1', '-c:v', 'mjpeg', '-huffman', 'default', '-q:v', '4'],
  ...['-flags:v', '+bitexact', '-f', 'image2', files.poster],
]

/**
 * Makes the preview that a poster sees before accepting a film: a watermarked clip of at most 12 seconds
 * without sound (H.264 baseline in a fast-start MP4, upright, at most 960x480 or 480x960), and a watermarked
 * still. Both contain only pictures, so they cannot contain the place, time or camera from the film's
 * metadata.
 *
 * @returns absolute paths in `folder`
 * @throws ToolFailed when the film has no picture, or when decoding it exceeds the limits
 */
export async function makePreview(input: Make): Promise<{ clip: string; poster: string }> {
  const { path, folder, text, signal } = input
  const name = `film-${randomBytes(8).toString('hex')}`
  const pathOf = (file: string) => join(folder, file)
  try {
    await placeFilm(path, pathOf(name))
    await copyFile(fontPath(), pathOf(files.font))
    await writeFile(pathOf(files.text), watermarkText(text))
    await writeFile(pathOf(files.frames), '')
    const probe = await probeVideo({ folder, name, signal })
    if (probe.kind === 'unreadable') throw nothingToSee(probe.reasons.map((reason) => reason.text).join(' '))
    const film = { folder, name, probe, signal }
    for (const piece of previewParts(probe.seconds)) await addPiece(film, piece)
    await takeStill(film)
    await joinPieces(folder, signal)
    return { clip: pathOf(files.clip), poster: pathOf(files.poster) }
  } finally {
    const passing = [name, files.font, files.text, files.piece, files.frames]
    for (const file of passing) await rm(pathOf(file), { force: true })
  }
}

type Film = { folder: string; name: string; probe: VideoProbe; signal: AbortSignal | undefined }

async function addPiece(film: Film, piece: PreviewPart): Promise<void> {
  try {
    await show(film, piece, asFrames)
    await appendFile(join(film.folder, files.frames), await readFile(join(film.folder, files.piece)))
  } catch (error) {
    // The preview of a truncated film has only the pieces that exist.
    if (piece.from === 0 || !isOfFilm(error)) throw error
  }
}

/**
 * Takes the still after up to 1 s, because films often start with the ground or a finger; else at the start.
 */
async function takeStill(film: Film): Promise<void> {
  const { seconds = 0 } = film.probe
  try {
    await show(film, { from: Math.min(1, seconds / 2), seconds: 1 }, asStill)
    await stat(join(film.folder, files.poster))
  } catch (error) {
    if (!isMissing(error) && !isOfFilm(error)) throw error
    await show(film, { from: 0, seconds: 1 }, asStill)
  }
}

/** Encodes a piece of the film with the watermark. */
async function show(
  { folder, name, probe, signal }: Film,
  piece: PreviewPart,
  output: string[],
): Promise<void> {
  const { seconds } = piece
  const marked = watermarkedFilm({ ...files, size: shrunkFrame(probe), framesPerSecond, seconds })
  await runFfmpeg({
    folder,
    args: [
      ...['-v', 'error', '-threads', '2', '-filter_complex_threads', '1', ...hostileInput, ...knownDecoders],
      ...['-ss', String(piece.from), '-t', String(piece.seconds), '-i', name],
      ...['-filter_complex', `[0:${probe.stream}]${marked}[marked]`, '-map', '[marked]', ...output],
    ],
    limits,
    signal,
  })
}

async function joinPieces(folder: string, signal: AbortSignal | undefined): Promise<void> {
  const written = [files.frames, files.poster].map((file) =>
    stat(join(folder, file)).then(({ size }) => size > 0),
  )
  if ((await Promise.allSettled(written)).some((is) => is.status === 'rejected' || !is.value))
    throw nothingToSee('it has no pictures')
  await runFfmpeg({
    folder,
    args: [
      ...[
        '-v',
        'error',
        '-framerate',
        String(framesPerSecond),
        '-f',
        'h264',
        '-i',
        files.frames,
        '-c',
        'copy',
      ],
      ...[
        '-map_metadata',
        '-1',
        '-fflags',
        '+bitexact',
        '-video_track_timescale',
        '24000',
        '-movflags',
        '+faststart',
        '-f',
        'mp4',
        files.clip,
      ],
    ],
    limits,
    signal,
  })
}

/** The font is from a package, because minimal systems have no fonts. */
function fontPath(): string {
  return createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')
}

/** True if ffmpeg itself failed, and was not ended by a limit, an abort or a signal. */
function isOfFilm(error: unknown): boolean {
  return error instanceof ToolFailed && error.reason === 'exit'
}

function nothingToSee(why: string): ToolFailed {
  return new ToolFailed({
    tool: 'ffmpeg',
    reason: 'exit',
    exitCode: null,
    stderr: '',
    how: `found nothing to show: ${why}`,
  })
}
