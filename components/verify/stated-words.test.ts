import { expect, test } from 'vitest'
import { contradictionOf } from '#lib/domain/proof/contradiction'
import {
  contradictingText,
  contradictionMarks,
  contradictionSentences,
  explainedSentence,
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
  expect(contradictionSentences(found, 'photo', rome)).toEqual([
    'The file’s own data name another place (distance: about 1,300 km).',
    'The file’s own data name another time: 7 Jun 2014.',
  ])
  expect(contradictionMarks(found, rome)).toEqual([
    'File names another place, about 1,300 km away',
    'File names another time, 7 Jun 2014',
  ])
})

test('two clocks in a file are both said, and which of them agrees with the record', () => {
  const times = ['2008-10-22T16:38:20', '2008-10-23T14:36:47Z']
  const found = (captured_at: string) =>
    contradictionOf({ geohash: undefined, times }, { geohash: 'sr8rq2', captured_at })!
  expect(contradictionSentences(found('2008-10-23T14:36:47Z'), 'photo', rome)).toEqual([
    'The file states two times: 22 Oct 2008, 16:38 by the camera’s clock and 23 Oct 2008, 14:36 UTC by the camera’s satellite receiver. Only the time by the camera’s satellite receiver agrees with the record.',
  ])
  expect(contradictionSentences(found('2008-10-23T02:00:00Z'), 'film', rome)).toEqual([
    expect.stringMatching(
      /by the film’s container\. Only the time by the camera’s clock agrees with the record\.$/,
    ),
  ])
  expect(contradictionSentences(found('2008-10-23T12:00:00Z'), 'photo', rome)[0]).toMatch(
    /\. They do not agree with each other\.$/,
  )
  expect(contradictionMarks(found('2008-10-23T14:36:47Z'), rome)).toEqual(['File states two times'])
})

test('the time zone that explains two clocks is named, and no contradiction is claimed', () => {
  const said = (offsetMinutes: number) => explainedSentence({ clock: '2026-05-01T10:00:00', offsetMinutes })
  expect(said(120)).toBe(
    'Its camera’s clock said 1 May 2026, 10:00 and names no time zone. The time zone UTC+2 would explain the difference, so this is no contradiction.',
  )
  expect([said(-210), said(345), said(0)].map((text) => /zone (UTC\S*) would/.exec(text)?.[1])).toEqual([
    ...['UTC−3:30', 'UTC+5:45', 'UTC'],
  ])
})

test('a list counts the files that contradict their records, and calls both claims', () => {
  expect(contradictingText({ other_place: 0, other_time: 0, two_times: 0 })).toBe('')
  expect(contradictingText({ other_place: 14, other_time: 6, two_times: 1 })).toBe(
    '14 files name another place, 6 name another time, 1 states two times that disagree. All of these are claims.',
  )
  expect(contradictingText({ other_place: 0, other_time: 1_200, two_times: 0 })).toMatch(
    /^1,200 files name another time\./,
  )
  expect(contradictingText({ other_place: 0, other_time: 0, two_times: 1 })).toMatch(
    /^1 file states two times/,
  )
})

test('a list counts the files that are still read apart from those that could not be', () => {
  expect([readingText(1), readingText(1_200)]).toEqual([
    'Still reading the place and time in 1 file.',
    'Still reading the place and time in 1,200 files.',
  ])
  expect(unreadText(1)).toMatch(/^1 file could not be read for its own place and time, /)
  expect(unreadText(1_200)).toMatch(/^1,200 files could not be read for their own place and time, /)
})
