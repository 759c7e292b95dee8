import 'server-only'
import { CaptureRefused } from '#lib/domain/proof/capture'

/** Markers of JPEG, after 0xff. */
const startOfScan = 0xda
const endOfImage = 0xd9
/** Any number of these may stand before a marker. */
const fillByte = 0xff

/**
 * Walks a JPEG to its end marker. Data after it is allowed, because phones append depth maps and motion
 * clips.
 *
 * @throws CaptureRefused `truncated` when the file ends before the marker, `damaged` when it is not a valid
 * JPEG
 */
export function checkJpeg(bytes: Buffer): void {
  let at = 2
  let scans = 0
  for (;;) {
    if (at + 2 > bytes.length) throw new CaptureRefused(['truncated'])
    if (bytes[at] !== 0xff) throw new CaptureRefused(['damaged'])
    const marker = bytes[at + 1]!
    if (marker === endOfImage && scans === 0) throw new CaptureRefused(['damaged'])
    if (marker === endOfImage) return
    if (marker === fillByte) at += 1
    else if (standsAlone(marker)) at += 2
    else at += 2 + segmentLength(bytes, at + 2)
    if (marker === startOfScan) {
      scans += 1
      at = nextMarker(bytes, at)
    }
  }
}

function segmentLength(bytes: Buffer, at: number): number {
  if (at + 2 > bytes.length) throw new CaptureRefused(['truncated'])
  const length = bytes.readUInt16BE(at)
  if (length < 2) throw new CaptureRefused(['damaged'])
  return length
}

function standsAlone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
}

/** Finds the first marker after scan data. In scan data, 0xff is followed by zero or a restart marker. */
function nextMarker(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at !== -1 && at + 1 < bytes.length) {
    const next = bytes[at + 1]!
    if (next !== 0 && next !== 0xff && !standsAlone(next)) return at
    at = bytes.indexOf(0xff, at + 1)
  }
  throw new CaptureRefused(['truncated'])
}

/**
 * Walks a PNG's chunks to IEND.
 *
 * @throws CaptureRefused `truncated` when the file ends before IEND, `damaged` when a chunk type is invalid
 */
export function checkPng(bytes: Buffer): void {
  let at = 8
  for (;;) {
    if (at + 12 > bytes.length) throw new CaptureRefused(['truncated'])
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (!/^[A-Za-z]{4}$/.test(type)) throw new CaptureRefused(['damaged'])
    at += 12 + length
    if (at > bytes.length) throw new CaptureRefused(['truncated'])
    if (type === 'IEND') return
  }
}
