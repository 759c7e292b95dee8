/** `truncated`: the file ends before the end of its picture. `damaged`: it is not a valid file of its format. */
type PhotoFault = 'truncated' | 'damaged'

/** What is wrong with the structure of a JPEG or PNG; `undefined` if it is whole. */
export function photoFault(bytes: Uint8Array, type: 'image/jpeg' | 'image/png'): PhotoFault | undefined {
  return type === 'image/jpeg' ? jpegFault(bytes) : pngFault(bytes)
}

/** Markers of JPEG, after 0xff. */
const startOfScan = 0xda
const endOfImage = 0xd9
/** Any number of these may stand before a marker. */
const fillByte = 0xff

/** Walks a JPEG to its end marker. Data after it is allowed, because phones append depth maps and motion clips. */
function jpegFault(bytes: Uint8Array): PhotoFault | undefined {
  let at = 2
  let scans = 0
  for (;;) {
    if (at + 2 > bytes.length) return 'truncated'
    if (bytes[at] !== 0xff) return 'damaged'
    const marker = bytes[at + 1]!
    if (marker === endOfImage) return scans === 0 ? 'damaged' : undefined
    if (marker === fillByte) at += 1
    else if (standsAlone(marker)) at += 2
    else {
      if (at + 4 > bytes.length) return 'truncated'
      const length = view(bytes).getUint16(at + 2)
      if (length < 2) return 'damaged'
      at += 2 + length
    }
    if (marker === startOfScan) {
      scans += 1
      const next = nextMarker(bytes, at)
      if (next === undefined) return 'truncated'
      at = next
    }
  }
}

function standsAlone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
}

/** Finds the first marker after scan data. In scan data, 0xff is followed by zero or a restart marker. */
function nextMarker(bytes: Uint8Array, from: number): number | undefined {
  let at = bytes.indexOf(0xff, from)
  while (at !== -1 && at + 1 < bytes.length) {
    const next = bytes[at + 1]!
    if (next !== 0 && next !== 0xff && !standsAlone(next)) return at
    at = bytes.indexOf(0xff, at + 1)
  }
  return undefined
}

/** Walks a PNG's chunks to IEND. `damaged`: the type of a chunk is invalid. */
function pngFault(bytes: Uint8Array): PhotoFault | undefined {
  let at = 8
  for (;;) {
    if (at + 12 > bytes.length) return 'truncated'
    const length = view(bytes).getUint32(at)
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (!/^[A-Za-z]{4}$/.test(type)) return 'damaged'
    at += 12 + length
    if (at > bytes.length) return 'truncated'
    if (type === 'IEND') return undefined
  }
}

function view({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}
