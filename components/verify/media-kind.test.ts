import { expect, test } from 'vitest'
import { containerKind, mediaKind } from './media-kind.ts'

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

test('damage is recognised of photos and of films in usual containers only', () => {
  const kinds = [
    { name: 'clip.mov', type: 'video/quicktime' },
    { name: 'clip.dv', type: 'video/x-dv' },
    { name: 'a.jpg', type: 'image/jpeg' },
    { name: 'report.pdf', type: 'application/pdf' },
  ].map(containerKind)
  expect(kinds).toEqual(['film', 'other', 'photo', 'other'])
})
