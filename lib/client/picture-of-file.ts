import { filmHashesPerSecond, firstHashSeconds } from '#lib/domain/film/film-hashes'
import { collectCells, lumaOf, type PictureCells } from '#lib/domain/film/picture-cells'
import { searchHashes } from '#lib/domain/film/picture-hash'
import { viewableCopy } from './viewable-copy.ts'

// Hashes what a file looks like, in this browser.

/** Pixels that are read from a canvas at a time: 8 MB. */
const stripPixels = 2_000_000
/** The number of pictures of a film that are hashed. Three hashes of each fit into one request. */
const filmPictures = 8
const filmStepSeconds = 1 / filmHashesPerSecond
const longestWaitMs = 20_000

/** This browser cannot display the file, so its pictures cannot be hashed here. */
export class UnreadablePicture extends Error {
  override readonly name = 'UnreadablePicture'
}

/**
 * The hashes with which a photograph or film is searched for, computed on this device.
 *
 * @returns an empty list for pictures that are too uniform to be distinguished from others
 * @throws UnreadablePicture, or the signal's reason
 */
export async function hashesOfFile(
  file: File,
  kind: 'photo' | 'film',
  signal: AbortSignal,
): Promise<Uint8Array[]> {
  return kind === 'photo' ? hashesOfPhotograph(file, signal) : hashesOfFilm(file, signal)
}

async function hashesOfPhotograph(file: File, signal: AbortSignal): Promise<Uint8Array[]> {
  const picture = await bitmapOf(file, signal)
  try {
    return searchHashes(await cellsOfPicture(picture, picture, signal), 'photograph')
  } finally {
    picture.close()
  }
}

async function bitmapOf(file: File, signal: AbortSignal): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file)
  } catch (cause) {
    const copy = await viewableCopy(file, signal)
    if (copy) return createImageBitmap(copy)
    throw new UnreadablePicture('it is no picture that this browser shows', { cause })
  }
}

async function hashesOfFilm(file: File, signal: AbortSignal): Promise<Uint8Array[]> {
  const film = document.createElement('video')
  film.muted = true
  film.playsInline = true
  film.preload = 'auto'
  const url = URL.createObjectURL(file)
  try {
    await until(film, 'loadeddata', signal, () => {
      film.src = url
    })
    const size = { width: film.videoWidth, height: film.videoHeight }
    const hashes: Uint8Array[] = []
    for (const seconds of timesOf(film.duration)) {
      await until(film, 'seeked', signal, () => {
        film.currentTime = seconds
      })
      hashes.push(...searchHashes(await cellsOfPicture(film, size, signal), 'film'))
    }
    return hashes
  } finally {
    film.removeAttribute('src')
    film.load()
    URL.revokeObjectURL(url)
  }
}

/**
 * Times spread over the film, at which attested films have hashes. @param duration seconds; if it is infinite or unknown, only the
 * beginning is used
 */
export function timesOf(duration: number): number[] {
  const length = Number.isFinite(duration) ? duration : filmPictures * filmStepSeconds
  const times = Array.from({ length: filmPictures }, (_, at) => {
    const seconds = ((at + 0.5) * length) / filmPictures
    const step = Math.floor(seconds / filmStepSeconds) * filmStepSeconds
    return Math.min(step + firstHashSeconds, length / 2 + step / 2)
  })
  return [...new Set(times)]
}

/** Reads the pixels in strips, so that a large photograph is not in memory twice. */
async function cellsOfPicture(
  source: CanvasImageSource,
  { width, height }: { width: number; height: number },
  signal: AbortSignal,
): Promise<PictureCells> {
  if (width === 0 || height === 0) throw new UnreadablePicture('it has no picture')
  const rows = Math.max(1, Math.min(height, Math.floor(stripPixels / width)))
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = rows
  const paper = canvas.getContext('2d', { willReadFrequently: true })
  if (!paper) throw new UnreadablePicture('it is too large')
  const collected = collectCells({ width, height })
  for (let top = 0; top < height; top += rows) {
    signal.throwIfAborted()
    const count = Math.min(rows, height - top)
    paper.drawImage(source, 0, top, width, count, 0, 0, width, count)
    collected.addRows(lumaOf(paper.getImageData(0, 0, width, count).data), top)
    // Lets the page draw and react in between.
    await new Promise((resolve) => setTimeout(resolve))
  }
  return collected.cells()
}

/** Starts something and waits for the event that ends it. */
async function until(
  film: HTMLVideoElement,
  event: string,
  signal: AbortSignal,
  start: () => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const fail = () => reject(new UnreadablePicture('it is no film that this browser plays'))
  const abort = () => reject(signal.reason)
  const timer = setTimeout(fail, longestWaitMs)
  film.addEventListener(event, () => resolve(), { once: true })
  film.addEventListener('error', fail, { once: true })
  signal.addEventListener('abort', abort, { once: true })
  try {
    signal.throwIfAborted()
    start()
    await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    film.removeEventListener('error', fail)
  }
}
