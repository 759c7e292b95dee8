import 'server-only'
import { CaptureRefused } from '#lib/domain/capture'

/** Reads up to `length` bytes at `offset`; fewer at the end. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>

const maxTopLevelBoxes = 100_000

/**
 * Walks the top-level boxes of a HEIF, MP4 or MOV file, which must fill it exactly.
 *
 * @param required boxes without which there is nothing to show: `moov` and `mdat` of a video, `meta` and `mdat` of a photo
 * @throws CaptureRefused `truncated` when a box reaches beyond the end or a required one is missing, `damaged` when the
 * bytes are no boxes
 */
export async function checkBoxes(options: {
  readAt: ReadAt
  byteLength: number
  required: readonly string[]
}): Promise<void> {
  const { readAt, byteLength } = options
  const missing = new Set(options.required)
  let at = 0
  for (let count = 0; at < byteLength; count++) {
    if (count === maxTopLevelBoxes) throw new CaptureRefused(['damaged'])
    const header = await readAt(at, 16)
    if (header.length < 8) throw new CaptureRefused(['truncated'])
    const type = header.toString('latin1', 4, 8)
    if (!/^[\x20-\x7e\xa9]{4}$/.test(type)) throw new CaptureRefused(['damaged'])
    const size = boxSize(header, byteLength - at)
    if (size > byteLength - at) throw new CaptureRefused(['truncated'])
    missing.delete(type)
    at += size
  }
  if (missing.size > 0) throw new CaptureRefused(['truncated'])
}

/** A size of 0 means "to the end", 1 that 64 bits follow. */
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
