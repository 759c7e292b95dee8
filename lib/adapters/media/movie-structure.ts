import 'server-only'
import type { BoxPlace, ReadAt } from '#lib/adapters/media/box-structure'
import { CaptureRefused } from '#lib/domain/capture'

/** Phones write up to eight tracks, action cameras as many; parsers need the square of their number. */
const maxTracks = 32
/** Of all that describes a movie: five minutes of camera film have some 200 boxes in a megabyte. */
const maxBoxes = 5_000
const maxMovieBytes = 64 * 1024 * 1024
const maxDepth = 12
/** Pictures and pieces of sound: 300 s at 250 a second and sound beside it are 100,000. */
const maxSamples = 1_000_000
const maxTextBytes = 1_024

const containers = new Set([
  'moov',
  'trak',
  'mdia',
  'minf',
  'stbl',
  'edts',
  'udta',
  'meta',
  'dinf',
  'mvex',
  'ilst',
])
const locationKey = 'com.apple.quicktime.location.ISO6709'

/**
 * Walks what describes a movie (`moov`), before anything else parses it.
 *
 * @returns `place`: the location among its `Keys` metadata, as text of ISO 6709
 * @throws CaptureRefused `too_complex` when it has more boxes, tracks or samples than any camera writes, `damaged` when a box reaches
 * beyond the one that it is in
 */
export async function readMovie(
  readAt: ReadAt,
  movies: readonly BoxPlace[],
): Promise<{ place: string | undefined }> {
  if (movies.length > 1) throw new CaptureRefused(['too_complex'])
  const [movie] = movies
  if (!movie) return { place: undefined }
  if (movie.size > maxMovieBytes) throw new CaptureRefused(['too_complex'])
  const walk: Walk = { boxes: 0, tracks: 0, samples: 0, keys: [], place: undefined }
  visit(await readAt(movie.at, movie.size), 0, walk)
  return { place: walk.place }
}

type Walk = { boxes: number; tracks: number; samples: number; keys: string[]; place: string | undefined }

function visit(bytes: Buffer, depth: number, walk: Walk): void {
  if (depth > maxDepth) throw new CaptureRefused(['too_complex'])
  for (let at = 0; at + 8 <= bytes.length; ) {
    const box = boxAt(bytes, at)
    // User data ends with four bytes of zero.
    if (!box) return
    walk.boxes += 1
    if (box.type === 'trak') walk.tracks += 1
    if (box.type === 'stts') walk.samples += countSamples(box.content)
    if (walk.boxes > maxBoxes || walk.tracks > maxTracks || walk.samples > maxSamples)
      throw new CaptureRefused(['too_complex'])
    if (box.type === 'keys') walk.keys = readKeys(box.content)
    else if (box.type === 'ilst') readItems(box.content, walk)
    else if (containers.has(box.type)) visit(childrenOf(box), depth + 1, walk)
    at += box.size
  }
}

type Box = { type: string; size: number; content: Buffer }

function boxAt(bytes: Buffer, at: number): Box | undefined {
  const short = bytes.readUInt32BE(at)
  if (short === 0) return undefined
  const isLong = short === 1 && at + 16 <= bytes.length
  const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short
  const header = isLong ? 16 : 8
  if (size < header || size > bytes.length - at) throw new CaptureRefused(['damaged'])
  return {
    type: bytes.toString('latin1', at + 4, at + 8),
    size,
    content: bytes.subarray(at + header, at + size),
  }
}

/** In MP4 `meta` begins with a version and flags, in QuickTime it does not: there a box begins at once. */
function childrenOf({ type, content }: Box): Buffer {
  const isVersioned = type === 'meta' && content.length >= 8 && content.toString('latin1', 4, 8) !== 'hdlr'
  return isVersioned ? content.subarray(4) : content
}

/** The table of times: its entries hold a count each, so that few bytes can claim any number. */
function countSamples(content: Buffer): number {
  let samples = 0
  for (let at = 8; at + 8 <= content.length; at += 8) samples += content.readUInt32BE(at)
  return samples
}

function readKeys(content: Buffer): string[] {
  const keys: string[] = []
  for (let at = 8; at + 8 <= content.length; ) {
    const size = content.readUInt32BE(at)
    if (size < 8 || size > content.length - at) throw new CaptureRefused(['damaged'])
    if (keys.length >= maxBoxes) throw new CaptureRefused(['too_complex'])
    keys.push(content.toString('utf8', at + 8, Math.min(at + size, at + 8 + maxTextBytes)))
    at += size
  }
  return keys
}

/** Items are named by the number of their key, from 1, and hold a `data` box: type, locale, then the value. */
function readItems(content: Buffer, walk: Walk): void {
  for (let at = 0; at + 8 <= content.length; ) {
    const item = boxAt(content, at)
    if (!item) return
    walk.boxes += 1
    if (walk.boxes > maxBoxes) throw new CaptureRefused(['too_complex'])
    const key = walk.keys[content.readUInt32BE(at + 4) - 1]
    if (key === locationKey && item.content.length > 16) {
      const data = boxAt(item.content, 0)
      if (data?.type === 'data') walk.place ??= data.content.toString('utf8', 8, 8 + maxTextBytes)
    }
    at += item.size
  }
}
