import { expect, test } from 'vitest'
import { mediaKind } from './media-kind.ts'

test.each([
  ['a.jpg', 'image/jpeg', 'photo'],
  ['IMG_1.HEIC', '', 'photo'],
  ['raw.DNG', '', 'photo'],
  ['clip.mov', 'video/quicktime', 'film'],
  ['clip.mkv', '', 'film'],
  ['report.pdf', 'application/pdf', 'file'],
])('%s of type "%s" is a %s', (name, type, kind) => {
  expect(mediaKind({ name, type })).toBe(kind)
})
