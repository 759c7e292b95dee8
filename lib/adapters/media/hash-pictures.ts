import 'server-only'
import { randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runFfmpeg } from '#lib/adapters/media/ffmpeg'
import { filmsOnly, knownDecoders } from '#lib/adapters/media/film-input'
import { findTool } from '#lib/adapters/media/find-tools'
import { ToolFailed } from '#lib/adapters/media/run-tool'
import { collectFilmHashes, filmHashesMax, filmHashesPerSecond } from '#lib/domain/film/film-hashes'
import type { MediaType } from '#lib/domain/film/media-type'
import { cellsPerSide, type PictureCells, turnCells } from '#lib/domain/film/picture-cells'
import { hashPictureCells } from '#lib/domain/film/picture-hash'

const only = (demuxer: string, decoder: string) => [
  ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', demuxer, '-codec_whitelist', decoder],
  ...['-f', demuxer],
]
/** Arguments before `-i`. HEIF and AVIF are absent: ffmpeg before 7.1 decodes single tiles of a photograph, and not the whole. */
const inputOf: Partial<Record<MediaType, readonly string[]>> = {
  'image/jpeg': [...only('jpeg_pipe', 'mjpeg'), '-noautorotate'],
  'image/png': [...only('png_pipe', 'png'), '-noautorotate'],
  'video/mp4': [...filmsOnly, ...knownDecoders],
  'video/quicktime': [...filmsOnly, ...knownDecoders],
}
/** The same pictures that the check of a submitted film hashes: every second one of four a second. */
const everyHalfSecond = `fps=${2 * filmHashesPerSecond},select=not(mod(n\\,2))`
const pictureBytes = cellsPerSide * cellsPerSide
/** A photograph of 100 megapixels takes 2 s of CPU time, ten minutes of a 4K film two minutes on a slow core. */
const photographCpuSeconds = 20
const filmCpuSeconds = 240
const memoryBytes = 2_000_000_000

/**
 * Hashes how a photograph or film looks. A sandboxed ffmpeg decodes it and hands over gray pictures of a fixed size; nothing else of the
 * file is read here.
 *
 * @param input.folder absolute path of a private folder; `name` is a copy in it
 * @param input.orientation of the EXIF data of a photograph; decoders of browsers turn it, and ffmpeg is told not to
 * @returns none for a file that cannot be decoded, is of a kind that is not, or is too uniform, and none without the machine's own ffmpeg:
 *   the capture cannot be found by its looks
 */
export async function hashPictures(input: {
  folder: string
  name: string
  mediaType: MediaType
  orientation: number
}): Promise<readonly Uint8Array[]> {
  const { folder, name, mediaType, orientation } = input
  const args = inputOf[mediaType]
  // The WebAssembly build takes seconds to start, which many photographs would wait for.
  if (!args || (await findTool('ffmpeg')).state !== 'found') return []
  const isFilm = mediaType.startsWith('video/')
  const written = `pictures-${randomBytes(8).toString('hex')}.gray`
  const count = isFilm ? filmHashesMax : 1
  const cpuSeconds = isFilm ? filmCpuSeconds : photographCpuSeconds
  const scale = `scale=${cellsPerSide}:${cellsPerSide}:flags=area,format=gray`
  try {
    await runFfmpeg({
      folder,
      args: [
        ...['-v', 'error', '-threads', '2', ...args, '-i', name, '-map', '0:v:0'],
        ...['-vf', isFilm ? `${everyHalfSecond},${scale}` : scale, '-fps_mode', 'passthrough'],
        ...['-frames:v', String(count), '-f', 'rawvideo', written],
      ],
      limits: { cpuSeconds, wallSeconds: 3 * cpuSeconds, memoryBytes, fileBytes: count * pictureBytes },
    })
    const pixels = await readFile(join(folder, written))
    return isFilm ? filmHashes(pixels) : photographHash(turnCells(Float64Array.from(pixels), orientation))
  } catch (error) {
    if (error instanceof ToolFailed) return []
    throw error
  } finally {
    await rm(join(folder, written), { force: true })
  }
}

function photographHash(cells: PictureCells): Uint8Array[] {
  const hash = cells.length === pictureBytes ? hashPictureCells(cells) : undefined
  return hash ? [hash] : []
}

function filmHashes(pixels: Buffer): readonly Uint8Array[] {
  const collected = collectFilmHashes()
  for (let at = 0; at + pictureBytes <= pixels.length; at += pictureBytes)
    collected.add(Float64Array.from(pixels.subarray(at, at + pictureBytes)))
  return collected.hashes()
}
