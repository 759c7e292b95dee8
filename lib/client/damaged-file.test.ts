import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDamagedFile } from '#lib/client/damaged-file'
import { plainJpeg, png, sample } from '#testing/media-fixtures'

const isDamaged = (bytes: Uint8Array, kind: 'photo' | 'film' | 'other' = 'photo') =>
  isDamagedFile(new Blob([Uint8Array.from(bytes)]), kind)

const photos = [sample('places/DSCN0010.jpg'), plainJpeg(), png({ exif: [], gps: [] })]

test('a JPEG or PNG is damaged wherever it is cut off, and whole with data after its end', async () => {
  for (const photo of photos) {
    expect(await isDamaged(photo)).toBe(false)
    expect(await isDamaged(Buffer.concat([photo, Buffer.from('MotionPhoto_Data')]))).toBe(false)
  }
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...photos.slice(1)), fc.nat(), async (photo, at) => {
      // Shorter ones have no type.
      const length = 8 + (at % (photo.length - 8))
      expect(await isDamaged(photo.subarray(0, length))).toBe(true)
    }),
  )
  expect(await isDamaged(photos[0]!.subarray(0, photos[0]!.length / 2))).toBe(true)
})

test('a film is damaged if it is cut off, and nothing is said of other files', async () => {
  expect(await isDamaged(sample('video/qc/good.mp4'), 'film')).toBe(false)
  expect(await isDamaged(sample('video/qc/truncated_faststart.mp4'), 'film')).toBe(true)
  const heif = sample('places/nokia.heif')
  expect(await isDamaged(heif.subarray(0, heif.length / 2))).toBe(false)
  expect(await isDamaged(Buffer.from('a document'), 'other')).toBe(false)
})
