import 'server-only'
import type { ReadAt, TopLevel } from '#lib/adapters/media/box-structure'
import { CaptureRefused } from '#lib/domain/proof/capture'

/**
 * Phones and action cameras write up to eight tracks. The time of parsers grows with the square of their
 * number.
 */
const maxTracks = 32
/** Limits for `moov`: for a five-minute film, it has some 200 boxes in one megabyte. */
const maxBoxes = 5_000
const maxMovieBytes = 64 * 1024 * 1024
const maxDepth = 12
/** Video and audio samples: 300 s at 250 frames per second with sound have about 100,000. */
const maxSamples = 1_000_000
/** Samples of uncompressed audio, which programs read in whole chunks: 400 s at 192 kHz. */
const maxSoundSamples = 80_000_000
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
 * Walks the `moov` box before any other code parses it.
 *
 * @returns `place`: the location in its `Keys` metadata, as ISO 6709 text
 * @throws CaptureRefused `too_complex` when it has more boxes, tracks or samples than any camera writes,
 * `overdeclared` when its tables declare more sample bytes than the file has, or a duration without any
 * samples, `damaged` when a box extends beyond its parent
 */
export async function readMovie(
  readAt: ReadAt,
  { movies, dataBytes }: TopLevel,
): Promise<{ place: string | undefined }> {
  if (movies.length > 1) throw new CaptureRefused(['too_complex'])
  const [movie] = movies
  if (!movie) return { place: undefined }
  if (movie.size > maxMovieBytes) throw new CaptureRefused(['too_complex'])
  const walk: Walk = { ...newWalk(), dataBytes }
  visit(await readAt(movie.at, movie.size), 0, walk)
  // The sample tables of a fragmented film are in its fragments.
  const isEmpty = walk.tracks > 0 && walk.samples === 0 && !walk.isFragmented
  if (isEmpty && walk.hasDuration) throw new CaptureRefused(['overdeclared'])
  return { place: walk.place }
}

type Walk = {
  dataBytes: number
  boxes: number
  tracks: number
  samples: number
  hasDuration: boolean
  isFragmented: boolean
  track: Track
  keys: string[]
  place: string | undefined
}

type Track = {
  isSound: boolean
  /** Number of samples in the table of times (`stts`). */
  timed: number
  /** True if each sample lasts one time unit. */
  isOfUnits: boolean
  /** The samples that the table of sizes (`stsz`) declares. */
  sizes: { count: number; isUniform: boolean; bytes: number } | undefined
}

const newTrack = (): Track => ({ isSound: false, timed: 0, isOfUnits: false, sizes: undefined })
const newWalk = () => ({
  boxes: 0,
  tracks: 0,
  samples: 0,
  hasDuration: false,
  isFragmented: false,
  track: newTrack(),
  keys: [],
  place: undefined,
})

function visit(bytes: Buffer, depth: number, walk: Walk): void {
  if (depth > maxDepth) throw new CaptureRefused(['too_complex'])
  for (let at = 0; at + 8 <= bytes.length; ) {
    const box = boxAt(bytes, at)
    // User data ends with four zero bytes.
    if (!box) return
    walk.boxes += 1
    if (box.type === 'trak') {
      walk.tracks += 1
      walk.track = newTrack()
    }
    if (walk.boxes > maxBoxes || walk.tracks > maxTracks) throw new CaptureRefused(['too_complex'])
    readTable(box, walk)
    if (box.type === 'keys') walk.keys = readKeys(box.content)
    else if (box.type === 'ilst') readItems(box.content, walk)
    else if (containers.has(box.type)) visit(childrenOf(box), depth + 1, walk)
    if (box.type === 'trak') endTrack(walk)
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

/** In MP4, `meta` begins with version and flags. In QuickTime, it begins directly with a box. */
function childrenOf({ type, content }: Box): Buffer {
  const isVersioned = type === 'meta' && content.length >= 8 && content.toString('latin1', 4, 8) !== 'hdlr'
  return isVersioned ? content.subarray(4) : content
}

function readTable({ type, content }: Box, walk: Walk): void {
  const { track } = walk
  if (type === 'mvex') walk.isFragmented = true
  else if (type === 'mvhd') walk.hasDuration = hasDuration(content)
  else if (type === 'hdlr') track.isSound ||= content.toString('latin1', 8, 12) === 'soun'
  else if (type === 'stts') {
    track.timed += countSamples(content)
    track.isOfUnits = content.length === 16 && content.readUInt32BE(12) === 1
  } else if (type === 'stsz') track.sizes = readSizes(content)
}

/** A duration with all bits set means unknown. */
function hasDuration(content: Buffer): boolean {
  const isLong = content[0] === 1
  const duration = isLong ? content.subarray(24, 32) : content.subarray(16, 20)
  return duration.some((byte) => byte !== 0) && duration.some((byte) => byte !== 0xff)
}

/** Counts the samples of the table of times. Each entry has a count, so few bytes can declare any number. */
function countSamples(content: Buffer): number {
  let samples = 0
  for (let at = 8; at + 8 <= content.length; at += 8) samples += content.readUInt32BE(at)
  return samples
}

/** Reads the table of sizes: one size for all samples, or one per sample. */
function readSizes(content: Buffer): Track['sizes'] {
  if (content.length < 12) throw new CaptureRefused(['damaged'])
  const size = content.readUInt32BE(4)
  const count = content.readUInt32BE(8)
  if (size > 0) return { count, isUniform: true, bytes: size * count }
  if (count * 4 > content.length - 12) throw new CaptureRefused(['overdeclared'])
  let bytes = 0
  for (let at = 12; at < 12 + count * 4; at += 4) bytes += content.readUInt32BE(at)
  return { count, isUniform: false, bytes }
}

function endTrack(walk: Walk): void {
  const { isSound, timed, isOfUnits, sizes } = walk.track
  const samples = Math.max(timed, sizes?.count ?? 0)
  const isUncompressed = isSound && isOfUnits && sizes?.isUniform === true
  if (samples > (isUncompressed ? maxSoundSamples : maxSamples - walk.samples))
    throw new CaptureRefused(['too_complex'])
  // QuickTime declares a sample size of 1 for some audio, regardless of the real size.
  if (!isSound && sizes && sizes.bytes > walk.dataBytes) throw new CaptureRefused(['overdeclared'])
  walk.samples += isUncompressed ? 1 : (sizes?.count ?? timed)
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

/** An item's type is the index of its key, from 1. It contains a `data` box: type, locale, value. */
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
