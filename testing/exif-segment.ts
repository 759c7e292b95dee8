// EXIF metadata for tests.

/** A tag's value: text, or rationals as numerator and denominator. */
export type ExifTag = { id: number; value: string | readonly (readonly [number, number])[] }

const exifPointer = 0x8769
const gpsPointer = 0x8825
const entryBytes = 12
const [typeAscii, typeLong, typeRational] = [2, 4, 5]

type Entry = { id: number; type: number; count: number; data: Buffer }

/** An EXIF block (TIFF, big-endian) with an Exif and a GPS directory. Tags must be in ascending order of their ids. */
export function exifBlock(tags: { exif: readonly ExifTag[]; gps: readonly ExifTag[] }): Buffer {
  const exif = tags.exif.map(entryOf)
  const gps = tags.gps.map(entryOf)
  const rootStart = 8
  const exifStart = rootStart + directoryBytes([pointer(exifPointer, 0), pointer(gpsPointer, 0)])
  const gpsStart = exifStart + directoryBytes(exif)
  const root = [pointer(exifPointer, exifStart), pointer(gpsPointer, gpsStart)]
  const header = Buffer.from('4d4d002a00000008', 'hex')
  return Buffer.concat([
    header,
    directory(root, rootStart),
    directory(exif, exifStart),
    directory(gps, gpsStart),
  ])
}

/** Puts an EXIF block into a JPEG, as its first segment. */
export function withExif(jpeg: Buffer, block: Buffer): Buffer {
  const name = Buffer.from('Exif\0\0', 'latin1')
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(2 + name.length + block.length, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, name, block, jpeg.subarray(2)])
}

function entryOf(tag: ExifTag): Entry {
  if (typeof tag.value === 'string') {
    const data = Buffer.from(`${tag.value}\0`, 'latin1')
    return { id: tag.id, type: typeAscii, count: data.length, data }
  }
  const data = Buffer.alloc(tag.value.length * 8)
  tag.value.forEach(([top, bottom], index) => {
    data.writeUInt32BE(top, index * 8)
    data.writeUInt32BE(bottom, index * 8 + 4)
  })
  return { id: tag.id, type: typeRational, count: tag.value.length, data }
}

function pointer(id: number, offset: number): Entry {
  const data = Buffer.alloc(4)
  data.writeUInt32BE(offset)
  return { id, type: typeLong, count: 1, data }
}

/** Values of up to four bytes are stored in the entry itself, longer ones after the directory. */
function directoryBytes(entries: readonly Entry[]): number {
  const outside = entries.reduce(
    (sum, { data }) => sum + (data.length > 4 ? data.length + (data.length % 2) : 0),
    0,
  )
  return 2 + entries.length * entryBytes + 4 + outside
}

function directory(entries: readonly Entry[], start: number): Buffer {
  const bytes = Buffer.alloc(directoryBytes(entries))
  bytes.writeUInt16BE(entries.length)
  let outside = 2 + entries.length * entryBytes + 4
  entries.forEach(({ id, type, count, data }, index) => {
    const at = 2 + index * entryBytes
    bytes.writeUInt16BE(id, at)
    bytes.writeUInt16BE(type, at + 2)
    bytes.writeUInt32BE(count, at + 4)
    if (data.length <= 4) data.copy(bytes, at + 8)
    else {
      bytes.writeUInt32BE(start + outside, at + 8)
      data.copy(bytes, outside)
      outside += data.length + (data.length % 2)
    }
  })
  return bytes
}
