import 'server-only'
import { CaptureRefused } from '#lib/domain/proof/capture'

/** Reads up to `length` bytes at `offset`; fewer at the end. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>

/** Offset of a box and its size including the header. */
type BoxPlace = { at: number; size: number }

/** The `moov` boxes of a file, and the total size of its `mdat` boxes including headers. */
export type TopLevel = { movies: BoxPlace[]; dataBytes: number }

/** A fragmented film of five minutes has two boxes per fragment, a few hundred in total. */
const maxTopLevelBoxes = 20_000

/**
 * Walks the top-level boxes of a HEIF, MP4 or MOV file, which must fill it exactly.
 *
 * @param required boxes that must be present: `moov` and `mdat` of a video, `meta` and `mdat` of a photo
 * @throws CaptureRefused `truncated` when a box extends beyond the end of the file or a required box is
 * missing, `damaged` when the bytes are not boxes, `too_complex` when there are more boxes than any camera
 * writes
 */
export async function checkBoxes(options: {
  readAt: ReadAt
  byteLength: number
  required: readonly string[]
}): Promise<TopLevel> {
  const { readAt, byteLength } = options
  const missing = new Set(options.required)
  const movies: BoxPlace[] = []
  let dataBytes = 0
  let at = 0
  for (let count = 0; at < byteLength; count++) {
    if (count === maxTopLevelBoxes) throw new CaptureRefused(['too_complex'])
    const header = await readAt(at, 16)
    if (header.length < 8) throw new CaptureRefused(['truncated'])
    const type = header.toString('latin1', 4, 8)
    if (!/^[\x20-\x7e\xa9]{4}$/.test(type)) throw new CaptureRefused(['damaged'])
    const size = boxSize(header, byteLength - at)
    if (size > byteLength - at) throw new CaptureRefused(['truncated'])
    missing.delete(type)
    if (type === 'moov') movies.push({ at, size })
    if (type === 'mdat') dataBytes += size
    at += size
  }
  if (missing.size > 0) throw new CaptureRefused(['truncated'])
  return { movies, dataBytes }
}

/** A size of 0 means that the box extends to the end of the file, 1 that a 64-bit size follows. */
function boxSize(header: Buffer, remaining: number): number {
  const short = header.readUInt32BE(0)
  if (short === 0) return remaining
  if (short !== 1) {
    if (short < 8) throw new CaptureRefused(['damaged'])
    return short
  }
  if (header.length < 16) throw new CaptureRefused(['truncated'])
  const long = header.readBigUInt64BE(8)
  if (long < 16n) throw new CaptureRefused(['damaged'])
  return long > BigInt(Number.MAX_SAFE_INTEGER) ? Number.POSITIVE_INFINITY : Number(long)
}
