import 'server-only'
import { randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runFfmpeg } from '#lib/adapters/media/ffmpeg'
import { filmsOnly, knownDecoders } from '#lib/adapters/media/film-input'
import { findTool } from '#lib/adapters/media/find-tools'
import { limitCpu, runTool, ToolFailed } from '#lib/adapters/media/run-tool'
import { collectFilmHashes, filmHashesMax, filmHashesPerSecond } from '#lib/domain/film/film-hashes'
import type { MediaType } from '#lib/domain/film/media-type'
import { cellsPerSide, turnCells } from '#lib/domain/film/picture-cells'
import { hashPictureCells } from '#lib/domain/film/picture-hash'

const only = (demuxer: string, decoder: string) => [
  ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', demuxer, '-codec_whitelist', decoder],
  ...['-f', demuxer],
]
/**
 * Arguments before `-i`. HEIF is absent, because ffmpeg before 7.1 decodes only single tiles of a photograph; libheif decodes it instead.
 * AVIF is absent, because hardly any camera writes it.
 */
const inputOf: Partial<Record<MediaType, readonly string[]>> = {
  'image/jpeg': [...only('jpeg_pipe', 'mjpeg'), '-noautorotate'],
  'image/png': [...only('png_pipe', 'png'), '-noautorotate'],
  'video/mp4': [...filmsOnly, ...knownDecoders],
  'video/quicktime': [...filmsOnly, ...knownDecoders],
}
/** The same pictures that the check of a submitted film hashes: every second one of four a second. */
const everyHalfSecond = `fps=${2 * filmHashesPerSecond},select=not(mod(n\\,2))`
const scale = `scale=${cellsPerSide}:${cellsPerSide}:flags=area,format=gray`
const pictureBytes = cellsPerSide * cellsPerSide
const heifMain = join(import.meta.dirname, 'reader/heif.ts')
/**
 * Limits of CPU time. On a slow core, a photograph of 100 megapixels takes 2 s, or 6 s as HEIF; a 4K film of ten minutes takes two minutes.
 */
const photographCpuSeconds = 10
const heifCpuSeconds = 40
const filmCpuSeconds = 240
const memoryBytes = 2_000_000_000
/** Most of the time for one photograph is the start of the program. Their pictures are in memory together. */
const photographsAtOnce = 8

export type HashedFile = {
  /** A copy in the folder. */
  name: string
  mediaType: MediaType
  /** The EXIF orientation of a photograph. Browsers rotate the picture by it; ffmpeg is told not to. */
  orientation: number
}

/**
 * Computes hashes of what photographs and films look like. Sandboxed programs decode the files (libheif for HEIF, ffmpeg for all others) and
 * write gray pictures of a fixed size. This process reads only these pictures, not the files.
 *
 * @param input.folder absolute path of a private folder
 * @returns by name. A file is left out if its type is not hashed, if it is undecodable, or if it is too uniform. Only HEIF is hashed on a
 * machine that lacks its own ffmpeg. Such captures cannot be found by their looks
 */
export async function hashPictures(input: {
  folder: string
  files: readonly HashedFile[]
}): Promise<Map<string, readonly Uint8Array[]>> {
  const { folder } = input
  const hashes = new Map<string, readonly Uint8Array[]>()
  const hashPhotographs = async (files: readonly HashedFile[], write: Decoder) => {
    for (let from = 0; from < files.length; from += photographsAtOnce) {
      const batch = files.slice(from, from + photographsAtOnce)
      for (const [at, pixels] of (await decode(folder, batch, write)).entries())
        hashes.set(batch[at]!.name, photographHash(pixels, batch[at]!.orientation))
    }
  }
  await hashPhotographs(input.files.filter(isHeif), decodeHeif)
  // The WebAssembly build takes seconds to start, which is too slow for many photographs.
  if ((await findTool('ffmpeg')).state !== 'found') return hashes
  const files = input.files.filter(({ mediaType }) => inputOf[mediaType])
  await hashPhotographs(
    files.filter((file) => !isFilm(file)),
    decodeWithFfmpeg,
  )
  for (const film of files.filter(isFilm)) {
    const [pixels] = await decode(folder, [film], decodeWithFfmpeg)
    hashes.set(film.name, filmHashes(pixels!))
  }
  return hashes
}

function isFilm({ mediaType }: HashedFile): boolean {
  return mediaType.startsWith('video/')
}

function isHeif({ mediaType }: HashedFile): boolean {
  return mediaType === 'image/heif'
}

/** Decodes files in a folder, and writes the gray pictures of each to the output at the same index. @throws ToolFailed when any file fails */
type Decoder = (folder: string, files: readonly HashedFile[], outputs: readonly string[]) => Promise<unknown>

/** @returns the gray pictures of each file, one after the other; empty for a file that cannot be decoded */
async function decode(folder: string, files: readonly HashedFile[], write: Decoder): Promise<Buffer[]> {
  const run = randomBytes(8).toString('hex')
  const outputs = files.map((_, at) => `pictures-${run}-${at}.gray`)
  try {
    await write(folder, files, outputs)
    return await Promise.all(outputs.map((name) => readFile(join(folder, name))))
  } catch (error) {
    if (!(error instanceof ToolFailed)) throw error
    if (files.length === 1) return [Buffer.alloc(0)]
    // One of the photographs ended the program for all of them.
    const each: Buffer[] = []
    for (const file of files) each.push(...(await decode(folder, [file], write)))
    return each
  } finally {
    for (const name of outputs) await rm(join(folder, name), { force: true })
  }
}

const decodeWithFfmpeg: Decoder = (folder, files, outputs) => {
  const count = files.some(isFilm) ? filmHashesMax : 1
  const reads = files.flatMap(({ name, mediaType }) => [
    ...['-threads', '2', ...inputOf[mediaType]!],
    ...['-i', name],
  ])
  const writes = files.flatMap((file, at) => [
    ...['-map', `${at}:v:0`, '-vf', isFilm(file) ? `${everyHalfSecond},${scale}` : scale],
    ...['-fps_mode', 'passthrough', '-frames:v', String(count), '-f', 'rawvideo', outputs[at]!],
  ])
  const cpuSeconds = files.some(isFilm) ? filmCpuSeconds : photographCpuSeconds * files.length
  return runFfmpeg({
    folder,
    args: ['-v', 'error', ...reads, ...writes],
    limits: { cpuSeconds, wallSeconds: 3 * cpuSeconds, memoryBytes, fileBytes: count * pictureBytes },
  })
}

const decodeHeif: Decoder = (folder, files, outputs) =>
  runTool({
    tool: 'node',
    args: ['--conditions=react-server', heifMain, ...files.flatMap(({ name }, at) => [name, outputs[at]!])],
    folder,
    limits: { ...limitCpu(heifCpuSeconds * files.length), memoryBytes, fileBytes: pictureBytes },
  })

function photographHash(pixels: Buffer, orientation: number): Uint8Array[] {
  if (pixels.length !== pictureBytes) return []
  const hash = hashPictureCells(turnCells(Float64Array.from(pixels), orientation))
  return hash ? [hash] : []
}

function filmHashes(pixels: Buffer): readonly Uint8Array[] {
  const collected = collectFilmHashes()
  for (let at = 0; at + pictureBytes <= pixels.length; at += pictureBytes)
    collected.add(Float64Array.from(pixels.subarray(at, at + pictureBytes)))
  return collected.hashes()
}
