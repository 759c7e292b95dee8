import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasAge, inSentence, momentText, unbrokenParts, utcDateText, utcText, zoneText } from './moment.ts'

const now = new Date('2026-11-23T23:30:00Z')
const rome = { now, timeZone: 'Europe/Rome' }
const utc = { now, timeZone: 'UTC' }

test.each([
  ['2026-11-23T15:34:09Z', 'datetime', utc, 'Today, 15:34'],
  ['2026-11-22T15:34:09Z', 'datetime', utc, 'Yesterday, 15:34'],
  ['2026-11-24T00:05:00Z', 'datetime', utc, 'Tomorrow, 00:05'],
  ['2026-11-24T00:05:00Z', 'datetime', rome, 'Today, 01:05'],
  ['2026-11-23T15:34:09Z', 'exact', utc, 'Today, 15:34:09'],
  ['2026-11-20T15:34:09Z', 'datetime', rome, '20 Nov 2026, 16:34'],
  ['1998-01-02T23:34:09Z', 'date', rome, '3 Jan 1998'],
  ['2026-11-23T15:34:09Z', 'date', utc, 'Today'],
  ['2026-11-23T15:34:09Z', 'time', rome, '16:34'],
  ['2026-11-23T23:29:40Z', 'relative', utc, 'just now'],
  ['2026-11-23T23:12:00Z', 'relative', utc, '18 minutes ago'],
  ['2026-11-23T20:12:00Z', 'relative', utc, '3 hours ago'],
  ['2026-11-10T15:34:09Z', 'relative', utc, '10 Nov 2026'],
] as const)('%s as %s', (iso, show, reader, text) => {
  expect(momentText(iso, show, reader)).toBe(text)
})

test('within a sentence a day is small and a month is not', () => {
  expect(inSentence('Today, 16:34')).toBe('today, 16:34')
  expect(inSentence('Yesterday')).toBe('yesterday')
  expect(inSentence('20 Nov 2026, 16:34')).toBe('20 Nov 2026, 16:34')
})

test('an hour that daylight saving repeats or skips still has its day', () => {
  const reader = { now: new Date('2026-03-29T12:00:00Z'), timeZone: 'Europe/Rome' }
  expect(momentText('2026-03-28T23:30:00Z', 'datetime', reader)).toBe('Today, 00:30')
  expect(momentText('2026-03-28T22:30:00Z', 'datetime', reader)).toBe('Yesterday, 23:30')
})

test('an age is never a time to come, however far the clocks differ', () => {
  fc.assert(
    fc.property(fc.integer({ min: -8 * 86_400_000, max: 8 * 86_400_000 }), (ms) => {
      const iso = new Date(now.getTime() + ms).toISOString()
      expect(momentText(iso, 'relative', utc)).not.toMatch(/^in |^Tomorrow/)
    }),
  )
})

test('an age by a clock that is behind is "just now", or the time if the clock is far behind', () => {
  expect(momentText('2026-11-24T00:25:00Z', 'relative', utc)).toBe('just now')
  expect(momentText('2026-11-24T00:35:00Z', 'relative', utc)).toBe('24 Nov 2026, 00:35')
})

test('the time in UTC is written in full', () => {
  expect(utcText('2026-11-23T15:34:09.870Z')).toBe('2026-11-23 15:34:09 UTC')
  expect(utcDateText('2026-11-23T23:34:09.870Z')).toBe('23 Nov 2026, 23:34 UTC')
  expect(utcDateText('2026-11-24T00:34:09+02:00')).toBe('23 Nov 2026, 22:34 UTC')
  expect(utcDateText('2026-11-23T23:34:09.870Z', 'exact')).toBe('23 Nov 2026, 23:34:09 UTC')
})

test('a time zone is shown as its offset from UTC at that time', () => {
  expect(zoneText('2026-11-27T23:15:00Z', 'Europe/Rome')).toBe('GMT+1')
  expect(zoneText('2026-07-27T23:15:00Z', 'Europe/Rome')).toBe('GMT+2')
  expect(zoneText('2026-11-27T23:15:00Z', 'Asia/Kolkata')).toBe('GMT+5:30')
  for (const zone of ['UTC', 'Europe/London']) expect(zoneText('2026-11-27T23:15:00Z', zone)).toBe('UTC')
})

test('an event has an age for a week, and none if it is in the future', () => {
  const at = new Date('2026-11-23T23:30:00Z')
  expect(hasAge('2026-11-23T23:12:00Z', at)).toBe(true)
  expect(hasAge('2026-11-17T23:30:00Z', at)).toBe(true)
  expect(hasAge('2026-11-16T23:30:00Z', at)).toBe(false)
  expect(hasAge('2026-11-24T23:30:00Z', at)).toBe(false)
})

test('a time may break after its date and before the words about its zone, and nowhere else', () => {
  expect(unbrokenParts('6 Dec 2026, 13:26 (your time)')).toEqual(['6 Dec 2026,', '13:26', '(your time)'])
  expect(unbrokenParts('today, 13:26')).toEqual(['today,', '13:26'])
  expect(unbrokenParts('5 minutes ago')).toEqual(['5 minutes ago'])
})
