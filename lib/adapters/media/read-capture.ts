import 'server-only'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { checkBoxes, type ReadAt } from '#lib/adapters/media/box-structure'
import { readMovie } from '#lib/adapters/media/movie-structure'
import { readPhotoMetadata } from '#lib/adapters/media/photo-metadata'
import { readVideoMetadata } from '#lib/adapters/media/video-metadata'
import { headBytes, type MediaType, mediaTypeOf } from '#lib/domain/film/media-type'
import { photoFault } from '#lib/domain/film/photo-structure'
import { placeToCell, quickTimePosition } from '#lib/domain/geo/capture-place'
import { CaptureRefused, type PlaceAndTime, type Refusal } from '#lib/domain/proof/capture'
import type { PhotoClaims } from '#lib/domain/proof/photo-claims'

type VideoType = Extract<MediaType, `video/${string}`>

// Only `reader/main.ts` imports this module and the file parsers: it runs in a sandbox, without access to
// keys.

/** Type, place and time from a file. `orientation`: the EXIF orientation of a JPEG that viewers rotate. */
export type CaptureFacts = PlaceAndTime & { mediaType: MediaType; orientation?: number }

const maxPhotoBytes = 256 * 1024 * 1024

/**
 * Reads a photograph or video: type, completeness, place and time. A photograph is held in memory.
 *
 * @throws CaptureRefused when it is not a whole photograph or video of a supported type, or cannot be read
 */
export async function readCapture(path: string): Promise<CaptureFacts> {
  // Non-blocking, because opening a pipe would wait for a writer.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(unreadable)
  try {
    return await readOpenFile(file).catch((error) => {
      throw error instanceof CaptureRefused ? error : unreadable(error)
    })
  } finally {
    await file.close()
  }
}

/**
 * Reads type, place and time of an uploaded film, without its pictures. A file that is damaged or not a video
 * has neither place nor time; the quality check reports the problem later.
 */
export async function readFilm(path: string): Promise<PlaceAndTime & { mediaType: VideoType | undefined }> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const readAt = readerOf(file, size)
    const type = mediaTypeOf(await readAt(0, headBytes))
    const mediaType = type === 'video/mp4' || type === 'video/quicktime' ? type : undefined
    const found = mediaType && (await readVideoFacts(readAt, size).catch(nothingSaid))
    return { mediaType, cell: found?.cell, time: found?.time ?? { kind: 'none' } }
  } finally {
    await file.close()
  }
}

/**
 * Rethrows a refusal for tables that are too complex or overdeclared. The quality check reports other
 * problems.
 */
function nothingSaid(error: unknown): undefined {
  if (!(error instanceof CaptureRefused) || isRefusedAtOnce(error.refusals)) throw error
}

function isRefusedAtOnce(refusals: readonly Refusal[]): boolean {
  return refusals.includes('too_complex') || refusals.includes('overdeclared')
}

async function readOpenFile(file: FileHandle): Promise<CaptureFacts> {
  const before = await file.stat()
  if (!before.isFile()) throw new CaptureRefused(['unreadable'])
  const byteLength = before.size
  if (byteLength === 0) throw new CaptureRefused(['empty'])
  const readAt = readerOf(file, byteLength)
  const mediaType = mediaTypeOf(await readAt(0, headBytes))
  if (!mediaType) throw new CaptureRefused(['unsupported'])
  const found = mediaType.startsWith('image/')
    ? await readPhoto({ readAt, byteLength, mediaType })
    : await readVideoFacts(readAt, byteLength)
  return { ...found, mediaType }
}

function readerOf(file: FileHandle, byteLength: number): ReadAt {
  return (offset, length) => readFully(file, offset, Math.min(length, byteLength - offset))
}

type Reading = { readAt: ReadAt; byteLength: number; mediaType: MediaType }

async function readPhoto(reading: Reading): Promise<PlaceAndTime & { orientation?: number }> {
  const { readAt, byteLength, mediaType } = reading
  if (byteLength > maxPhotoBytes) throw new CaptureRefused(['too_large'])
  const bytes = await readAt(0, byteLength)
  if (bytes.length !== byteLength) throw new CaptureRefused(['changed'])
  if (mediaType === 'image/jpeg' || mediaType === 'image/png') {
    const fault = photoFault(bytes, mediaType)
    if (fault) throw new CaptureRefused([fault])
  } else await checkBoxes({ readAt, byteLength, required: ['meta', 'mdat'] })
  const { orientation, clocks: _, ...placeAndTime }: PhotoClaims = readPhotoMetadata(bytes)
  const isTurned = mediaType === 'image/jpeg' && orientation > 1
  return { ...placeAndTime, ...(isTurned && { orientation }) }
}

async function readVideoFacts(readAt: ReadAt, byteLength: number): Promise<PlaceAndTime> {
  const topLevel = await checkBoxes({ readAt, byteLength, required: ['moov', 'mdat'] })
  const { place } = await readMovie(readAt, topLevel)
  const found = await readVideoMetadata(readAt, byteLength)
  // The camera writes `Keys`; any later program may have written the user data.
  return { ...found, cell: placeToCell(quickTimePosition(place ?? '')) ?? found.cell }
}

async function readFully(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.max(0, length))
  let filled = 0
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, offset + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}

function unreadable(error: unknown): never {
  throw new CaptureRefused(['unreadable'], { cause: error })
}
