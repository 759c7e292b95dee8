import 'server-only'
import { randomBytes } from 'node:crypto'
import { appendFile, copyFile, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { runFfmpeg } from '#lib/adapters/media/ffmpeg'
import { knownDecoders } from '#lib/adapters/media/film-input'
import { placeFilm } from '#lib/adapters/media/place-film'
import {
  hostileInput,
  probeVideo,
  type VideoMediaType,
  type VideoProbe,
} from '#lib/adapters/media/probe-video'
import { ToolFailed } from '#lib/adapters/media/run-tool'
import { shrunkFrame, watermarkedFilm, watermarkText } from '#lib/adapters/media/watermark'

type Make = {
  /** The film. It is copied, or taken when it lies in `folder`. */
  path: string
  /** Private and absolute. */
  folder: string
  /** Burnt in all over every frame: the bounty's id. */
  text: string
  mediaType: VideoMediaType
  signal?: AbortSignal | undefined
}

const clipMaxSeconds = 12
const framesPerSecond = 24
/** A longer film is shown in this many pieces from all over it, since who accepts it pays for all of it. */
const pieceCount = 4
/** Containers and tracks do not end together, and where a film ends there is nothing to see. */
const endMarginSeconds = 0.5
/** For each piece; 12 s of 4K take some 8 s of processor time. */
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

/** What every browser and phone plays, as bare frames; the note that the encoder leaves about itself is taken out. */
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
/** The WebAssembly build never ends when it may choose its own tables. */
const asStill = [
  ...['-frames:v', '1', '-c:v', 'mjpeg', '-huffman', 'default', '-q:v', '4'],
  ...['-flags:v', '+bitexact', '-f', 'image2', files.poster],
]

/**
 * Makes what a poster judges a film by before accepting it: a watermarked clip of at most 12 seconds without sound (H.264
 * baseline in an MP4 that plays while it loads, upright, at most 960x480 or 480x960), and a still, marked likewise. Both
 * are made of pictures alone: nothing that the film says of its place, time or camera can be in them.
 *
 * @returns absolute paths within `folder`
 * @throws ToolFailed when there is nothing to be seen in the film, or seeing it takes too much
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
    for (const piece of piecesOf(probe.seconds)) await addPiece(film, piece)
    await takeStill(film)
    await joinPieces(folder, signal)
    return { clip: pathOf(files.clip), poster: pathOf(files.poster) }
  } finally {
    const passing = [name, files.font, files.text, files.piece, files.frames]
    for (const file of passing) await rm(pathOf(file), { force: true })
  }
}

type Film = { folder: string; name: string; probe: VideoProbe; signal: AbortSignal | undefined }
type Piece = { from: number; seconds: number }

/** @param seconds the film's length, when it says */
function piecesOf(seconds = 0): Piece[] {
  if (seconds <= clipMaxSeconds + endMarginSeconds) return [{ from: 0, seconds: clipMaxSeconds }]
  const length = clipMaxSeconds / pieceCount
  const last = seconds - endMarginSeconds - length
  return Array.from({ length: pieceCount }, (_, at) => ({
    from: (last * at) / (pieceCount - 1),
    seconds: length,
  }))
}

async function addPiece(film: Film, piece: Piece): Promise<void> {
  try {
    await show(film, piece, asFrames)
    await appendFile(join(film.folder, files.frames), await readFile(join(film.folder, files.piece)))
  } catch (error) {
    // A film that breaks off shows what there is of it.
    if (piece.from === 0 || !isOfFilm(error)) throw error
  }
}

/** The first moment is often the ground or a finger; but of a film that breaks off it may be all there is. */
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

/** Shows a piece of the film, marked. */
async function show({ folder, name, probe, signal }: Film, piece: Piece, output: string[]): Promise<void> {
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

/** Fresh machines have no fonts. */
function fontPath(): string {
  return createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')
}

/** Whether ffmpeg itself said no, and was not ended by us or by the machine. */
function isOfFilm(error: unknown): boolean {
  return error instanceof ToolFailed && error.reason === 'exit'
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
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
