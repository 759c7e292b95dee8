import { expect, test } from 'vitest'
import { askForOriginal, reasonsForUnknown } from './unknown-words.ts'

test('the message asks for what the file is, and speaks of a camera only for photos and films', () => {
  expect(askForOriginal('photo')).toContain('not as a photo')
  expect(askForOriginal('film')).toMatch(/original film.*not as a video/)
  for (const subject of ['file', 'fingerprint'] as const) {
    expect(askForOriginal(subject)).toContain('original file')
    expect(askForOriginal(subject)).not.toMatch(/camera|not as a/)
  }
})

test('every file without a record may be damaged, which is to be asked for again', () => {
  for (const subject of ['photo', 'film', 'file'] as const)
    expect(reasonsForUnknown(subject)).toContain('It is damaged or incomplete: ask for it again.')
  expect(reasonsForUnknown('file').join()).not.toMatch(/screenshot|crop/)
})
