import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { crc32, deflateSync } from 'node:zlib'
import { type ExifTag, exifBlock, withExif } from '#testing/exif-segment'

// Photographs and films for tests, with and without metadata.

/** A real capture from the samples beside the repository. */
export function samplePath(name: string): string {
  return fileURLToPath(new URL(`../../shared/samples/${name}`, import.meta.url))
}

export function sample(name: string): Buffer {
  return readFileSync(samplePath(name))
}

/** A small test picture without place or time. */
export function plainJpeg(): Buffer {
  return readFileSync(new URL('./plain.jpg', import.meta.url))
}

/** GPS tags of 52°30'36"N 13°24'00"E, in the cell u33d8z. */
export const berlinGps: readonly ExifTag[] = [
  { id: 1, value: 'N' },
  { id: 2, value: degrees(52, 30, 36) },
  { id: 3, value: 'E' },
  { id: 4, value: degrees(13, 24, 0) },
]

export function degrees(...parts: number[]): [number, number][] {
  return parts.map((part) => [part, 1])
}

/** DateTimeOriginal, and its offset if given. */
export function takenAt(time: string, offset?: string): ExifTag[] {
  return [{ id: 0x9003, value: time }, ...(offset ? [{ id: 0x9011, value: offset }] : [])]
}

export function jpeg(tags: { exif?: readonly ExifTag[]; gps?: readonly ExifTag[] }): Buffer {
  return withExif(plainJpeg(), exifBlock({ exif: tags.exif ?? [], gps: tags.gps ?? [] }))
}

/** A JPEG that carries an XMP packet and no EXIF. */
export function jpegWithXmp(packet: string): Buffer {
  const body = Buffer.from(`http://ns.adobe.com/xap/1.0/\0${packet}`, 'utf8')
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(2 + body.length, 2)
  const picture = plainJpeg()
  return Buffer.concat([picture.subarray(0, 2), head, body, picture.subarray(2)])
}

/** A grey pixel with an eXIf chunk. */
export function png(tags: { exif: readonly ExifTag[]; gps: readonly ExifTag[] }): Buffer {
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', Buffer.from('00000001000000010800000000', 'hex')),
    pngChunk('eXIf', exifBlock(tags)),
    pngChunk('IDAT', deflateSync(Buffer.from([0, 128]))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const bytes = Buffer.alloc(named.length + 8)
  bytes.writeUInt32BE(data.length)
  named.copy(bytes, 4)
  bytes.writeUInt32BE(crc32(named), bytes.length - 4)
  return bytes
}

/** The Android sample with its place in a `©xyz` box, the form that phones of the last decade write. */
export function mp4WithXyz(place: string): Buffer {
  const original = sample('video/meta/gps_android.mp4')
  const text = Buffer.from(place, 'latin1')
  const box = Buffer.concat([Buffer.alloc(4), Buffer.from('\xa9xyz', 'latin1'), Buffer.alloc(4), text])
  box.writeUInt32BE(box.length)
  box.writeUInt16BE(text.length, 8)
  box.writeUInt16BE(0x15c7, 10)
  const bytes = Buffer.concat([original, box])
  // moov is the last box and udta its last child: both grow by the new box. The older place is made unknown.
  for (const type of ['moov', 'udta']) {
    const at = bytes.indexOf(type, 0, 'latin1') - 4
    bytes.writeUInt32BE(bytes.readUInt32BE(at) + box.length, at)
  }
  bytes.write('free', bytes.indexOf('loci', 0, 'latin1'), 'latin1')
  return bytes
}
