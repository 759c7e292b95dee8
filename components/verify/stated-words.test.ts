import { expect, test } from 'vitest'
import { contradictionOf } from '#lib/domain/proof/contradiction'
import {
  contradictingText,
  contradictionMarks,
  contradictionSentences,
  readingText,
  statedTimes,
  unreadText,
} from './stated-words.ts'

const rome = 'Europe/Rome'

test('a time without a zone is shown as the camera’s clock, and two clocks that contradict each other are both shown', () => {
  expect(statedTimes(['2008-10-22T16:28:39'], 'photo', rome)).toEqual([
    '22 Oct 2008, 16:28 by the camera’s clock, time zone not given',
  ])
  expect(statedTimes(['2026-05-01T10:00:00Z'], 'photo', rome)).toEqual(['1 May 2026, 12:00 GMT+2'])
  expect(statedTimes(['2008-10-22T16:28:39', '2008-10-23T14:27:07Z'], 'photo', rome)).toEqual([
    '22 Oct 2008, 16:28 by the camera’s clock',
    '23 Oct 2008, 14:27 UTC by the camera’s satellite receiver',
  ])
  expect(statedTimes([], 'film', rome)).toEqual([])
})

test('a contradiction says what the file states, and calls nothing wrong or fake', () => {
  const record = { geohash: 'srb0br', captured_at: '2026-11-27T19:40:00Z' }
  const found = contradictionOf({ geohash: 'u3ckuh', times: ['2014-06-07T10:24:24'] }, record)!
  expect(contradictionSentences(found, rome)).toEqual([
    'The file’s own data name another place (distance: about 1,300 km).',
    'The file’s own data say 7 Jun 2014.',
  ])
  expect(contradictionMarks(found)).toEqual(['File names another place', 'File names another time'])
})

test('a list counts the files that contradict their records, and calls both claims', () => {
  expect(contradictingText(0)).toBe('')
  expect(contradictingText(1)).toBe(
    '1 file names another place or time than its record claims. Both are claims.',
  )
  expect(contradictingText(1_200)).toMatch(/^1,200 files name another/)
})

test('a list counts the files that are still read apart from those that could not be', () => {
  expect([readingText(1), readingText(1_200)]).toEqual([
    'Still reading the place and time in 1 file.',
    'Still reading the place and time in 1,200 files.',
  ])
  expect(unreadText(1)).toMatch(/^1 file could not be read for its own place and time, /)
  expect(unreadText(1_200)).toMatch(/^1,200 files could not be read for their own place and time, /)
})
