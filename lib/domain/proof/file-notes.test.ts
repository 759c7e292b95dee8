import { expect, test } from 'vitest'
import { fileNotes, photoNotes } from './file-notes.ts'

const comment = (text: string) => fileNotes([{ kind: 'Comment', text }])[0]?.text

test('a note is one line of visible text, and cut to 200 characters', () => {
  expect(comment('Joined from\r\nphotographs\u0000 of\u202e Mapillary')).toBe(
    'Joined from photographs of Mapillary',
  )
  expect([...comment('🙂'.repeat(300))!]).toHaveLength(200)
  expect(comment(' \u0000 ')).toBeUndefined()
})

test('data for programs are not shown as notes, and no exact position is shown', () => {
  expect(comment('{"MAPLatitude":55.70584,"MAPLongitude":13.19321}')).toBeUndefined()
  expect(comment('<x:xmpmeta/>')).toBeUndefined()
  expect(comment('[Unicode encoded text]')).toBeUndefined()
  expect(comment('Taken at 55.70584, 13.19321 in 2014')).toBe('Taken at 55.…, 13.… in 2014')
  expect(comment('At 55° 42\' 21.02" N, 13°11′35″ E')).toBe('At 55°… N, 13°… E')
  expect(comment('Lavf60.16.100')).toBe('Lavf60.16.100')
})

test('the notes of a photo come from EXIF and XMP, each text once', () => {
  const tag = (description: string) => ({ value: [description], description })
  const exif = {
    ImageDescription: tag('The harbour'),
    Software: tag('darktable 4.6'),
    Artist: tag('A. Olsson'),
  }
  expect(photoNotes({ exif, xmp: { description: tag('The harbour'), title: tag('Boats') } })).toEqual([
    { kind: 'Title', text: 'Boats' },
    { kind: 'Description', text: 'The harbour' },
    { kind: 'Software', text: 'darktable 4.6' },
    { kind: 'Author', text: 'A. Olsson' },
  ])
  expect(photoNotes({})).toEqual([])
})
