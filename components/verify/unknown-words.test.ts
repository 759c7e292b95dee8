import { expect, test } from 'vitest'
import { askForContent, askForOriginal, reasonsForUnknown } from './unknown-words.ts'

test('the message asks for what the file is, and speaks of a camera only for photos and films', () => {
  expect(askForOriginal('photo')).toContain('not as a photo')
  expect(askForOriginal('film')).toMatch(/original film.*not as a video/)
  for (const subject of ['file', 'fingerprint'] as const) {
    expect(askForOriginal(subject)).toContain('original file')
    expect(askForOriginal(subject)).not.toMatch(/camera|not as a/)
  }
})

test('a file that is no photo is asked for as it is, because a converted one cannot be verified', () => {
  expect(askForOriginal('file')).toContain('If it is converted or saved again, it cannot be verified.')
  expect(askForContent).toContain('empty (0 bytes)')
})

test('valid Content Credentials exclude a change after they were signed', () => {
  for (const subject of ['photo', 'film', 'file'] as const) {
    const reasons = reasonsForUnknown(subject, true)
    expect(reasons.join()).not.toMatch(/messenger|damaged|screenshot/)
    expect(reasons).toContain('It was never recorded, or only with another service.')
  }
})

test('every file without a record may be damaged, which is to be asked for again', () => {
  for (const subject of ['photo', 'film', 'file'] as const)
    expect(reasonsForUnknown(subject)).toContain('It is damaged or incomplete: ask for it again.')
  expect(reasonsForUnknown('file').join()).not.toMatch(/screenshot|crop/)
})

test('a file that holds something else than its name says is not said to be edited or damaged', () => {
  expect(reasonsForUnknown('no_media').join()).not.toMatch(/edited|damaged|messenger/)
  expect(askForOriginal('no_media')).toContain('the photo or film itself')
})
