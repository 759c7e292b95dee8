import { expect, test } from 'vitest'
import { mediaTypeOf, otherRefused, photoRefused, whyNoFilm } from '#lib/domain/film/media-type'

function container(major: string, ...compatible: string[]): Buffer {
  const bytes = Buffer.from(`....ftyp${major}\0\0\0\0${compatible.join('')}`, 'latin1')
  bytes.writeUInt32BE(bytes.length)
  return bytes
}

test.each([
  ['image/heif', container('heic', 'mif1', 'heic')],
  ['image/heif', container('mif1', 'mif1', 'heic')],
  ['image/avif', container('avif', 'mif1', 'miaf')],
  ['image/avif', container('mif1', 'avif')],
  ['video/mp4', container('isom', 'iso2', 'avc1', 'mp41')],
  ['video/mp4', container('mp42')],
  ['video/mp4', container('XAVC', 'mp42', 'iso2')],
  ['video/quicktime', container('qt  ', 'qt  ')],
  ['image/jpeg', Buffer.from('ffd8ffe1', 'hex')],
  ['image/png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
])('%s is detected from its content %j', (mediaType, head) => {
  expect(mediaTypeOf(head)).toBe(mediaType)
})

test.each([
  ['Canon raw', container('crx ', 'crx ', 'isom')],
  ['audio', container('M4A ', 'M4A ', 'mp42')],
  ['an unknown brand', container('jp2 ', 'jp2 ')],
  ['Matroska', Buffer.from('1a45dfa3a34286810142f7810142f281', 'hex')],
  ['a playlist', Buffer.from('#EXTM3U\n#EXT-X-VERSION:3\n')],
  ['a list of files', Buffer.from('ffconcat version 1.0\nfile a.ts\n')],
  ['two bytes of a JPEG', Buffer.from('ffd8', 'hex')],
  ['nothing', Buffer.alloc(0)],
])('%s is not a capture', (_, head) => {
  expect(mediaTypeOf(head)).toBeUndefined()
})

test('a container with a wrong length is detected from the bytes that exist', () => {
  const bytes = container('isom')
  bytes.writeUInt32BE(0xffff_ffff)
  expect(mediaTypeOf(bytes)).toBe('video/mp4')
})

test.each([
  ['a JPEG', Buffer.from('ffd8ffe1', 'hex')],
  ['a HEIC of a phone', container('heic', 'mif1', 'heic')],
  ['Canon raw', container('crx ', 'crx ', 'isom')],
  ['a WebP', Buffer.from('RIFF\n\0\0\0WEBPVP8 ', 'latin1')],
  ['a GIF', Buffer.from('GIF89a')],
  ['a TIFF', Buffer.from('49492a0008000000', 'hex')],
])('%s is refused as a photo', (_, head) => {
  expect(whyNoFilm(head)).toBe(photoRefused)
})

test('a film may be one, and anything else is refused as no video', () => {
  expect(whyNoFilm(container('isom'))).toBeUndefined()
  expect(whyNoFilm(container('qt  '))).toBeUndefined()
  expect(whyNoFilm(container('M4A ', 'M4A ', 'mp42'))).toBe(otherRefused)
  expect(whyNoFilm(Buffer.from('%PDF-1.7'))).toBe(otherRefused)
  expect(whyNoFilm(new Uint8Array(0))).toBe(otherRefused)
})

test('a head that is a part of a larger buffer is read from its own beginning', () => {
  const whole = new Uint8Array([1, 2, 3, ...container('mp42')])
  expect(mediaTypeOf(whole.subarray(3))).toBe('video/mp4')
})
