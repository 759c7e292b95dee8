import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compareClocks,
  findTime,
  gpsInstant,
  parseDateTime,
  parseInstant,
  parseOffset,
} from '#lib/domain/proof/capture-time'

const seconds = (iso: string) => Date.parse(iso) / 1_000
const instants = fc.integer({ min: 0, max: seconds('2100-01-01T00:00:00Z') })
const offsets = fc.integer({ min: -12 * 4, max: 14 * 4 }).map((quarters) => quarters * 15)

function offsetText(minutes: number, colon: string): string {
  const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${pad(hour)}${colon}${pad(minute)}`
}

function localText(instant: number, minutes: number): string {
  return new Date((instant + minutes * 60) * 1_000).toISOString().slice(0, 19)
}

describe('a date and time', () => {
  test('with an offset is the same instant in every notation, and fractions are cut off', () => {
    fc.assert(
      fc.property(instants, offsets, fc.integer({ min: 0, max: 999 }), (instant, minutes, ms) => {
        const iso = localText(instant, minutes)
        const exif = iso.replaceAll('-', ':').replace('T', ' ')
        const fraction = `.${String(ms).padStart(3, '0')}`
        for (const text of [
          `${iso}${offsetText(minutes, ':')}`,
          `${iso}${fraction}${offsetText(minutes, '')}`,
          `${exif}${offsetText(minutes, ':')}`,
          `${iso.replace('T', ' ')} ${offsetText(minutes, ':')}`,
        ])
          expect(parseDateTime(text), text).toEqual({ seconds: instant, offsetMinutes: minutes })
      }),
    )
  })

  test('as MediaInfo prints it in UTC is read, with UTC in front or behind', () => {
    const expected = { seconds: seconds('2026-11-20T10:00:00Z'), offsetMinutes: 0 }
    expect(parseDateTime('2026-11-20 10:00:00 UTC')).toEqual(expected)
    expect(parseDateTime('UTC 2026-11-20 10:00:00')).toEqual(expected)
  })

  test.each([
    '0000:00:00 00:00:00',
    '    :  :     :  :  ',
    '2026:02:30 10:00:00',
    '2026:13:01 10:00:00',
    '2026:01:01 24:00:00',
    '2026:01-01 10:00:00',
    '2026-01-01T10:00:00+15:00',
    '2026-01-01T10:00:00+01:60',
    '',
    'yesterday',
  ])('%j is none', (text) => {
    expect(parseDateTime(text)).toBeUndefined()
  })

  test('no text makes the parsers throw', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => [
          parseDateTime(text),
          parseInstant(text),
          parseOffset(text),
          gpsInstant(text, []),
        ]).not.toThrow()
      }),
    )
  })
})

describe('a time that a person or a manifest gives', () => {
  test('is ISO 8601 with an offset, or a date that means its UTC midnight', () => {
    expect(parseInstant('2026-05-01T12:00:00+02:00')).toBe(seconds('2026-05-01T10:00:00Z'))
    expect(parseInstant('2026-05-01T12:00:00.999Z')).toBe(seconds('2026-05-01T12:00:00Z'))
    expect(parseInstant('2024-02-29')).toBe(seconds('2024-02-29T00:00:00Z'))
  })

  test.each([
    '2026-05-01T12:00:00',
    '2026-05-01 12:00:00Z',
    '2026:05:01T12:00:00Z',
    '2026-05-01T12:00:00 UTC',
    '2026-05-01T12:00:00UTC',
    '2023-02-29',
    '1714564800',
    '2026-05',
  ])('%s is refused', (text) => {
    expect(parseInstant(text)).toBeUndefined()
  })
})

describe('two clocks of one file', () => {
  // Within the tolerance, and nearer to this offset than to any other.
  const drifts = fc.integer({ min: -449, max: 449 })

  test('do not contradict each other if any time zone explains their difference, and that zone is named', () => {
    fc.assert(
      fc.property(instants, offsets, drifts, (utc, minutes, drift) => {
        const local = utc + minutes * 60 + drift
        // Rounding may give -0.
        expect(Number(compareClocks({ local, offsetMinutes: undefined, utc })) + 0).toBe(minutes)
      }),
    )
  })

  test('contradict each other if no time zone explains it', () => {
    const beyond = fc.oneof(
      fc.integer({ min: -1_000_000, max: -12 * 3_600 - 601 }),
      fc.integer({ min: 14 * 3_600 + 601, max: 1_000_000 }),
    )
    fc.assert(
      fc.property(instants, beyond, (utc, difference) => {
        const clocks = { local: utc + difference, offsetMinutes: undefined, utc }
        expect(compareClocks(clocks)).toBe('contradictory')
      }),
    )
  })

  test('contradict each other by more than an hour beside the offset that the camera states', () => {
    fc.assert(
      fc.property(instants, offsets, fc.integer({ min: -100_000, max: 100_000 }), (utc, minutes, late) => {
        const clocks = { local: utc + minutes * 60 + late, offsetMinutes: minutes, utc }
        expect(compareClocks(clocks)).toBe(Math.abs(late) > 3_600 ? 'contradictory' : minutes)
      }),
    )
  })
})

describe('GPS time', () => {
  test('is UTC, its seconds cut off', () => {
    const stamp = [
      [14, 1],
      [27, 1],
      [724, 100],
    ]
    expect(gpsInstant('2008:10:23', stamp)).toBe(seconds('2008-10-23T14:27:07Z'))
  })

  test.each([
    [
      '',
      [
        [14, 1],
        [27, 1],
        [7, 1],
      ],
    ],
    ['2008:10:23', []],
    [
      '2008:10:23',
      [
        [14, 0],
        [27, 1],
        [7, 1],
      ],
    ],
    [
      '2008:10:23',
      [
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    ],
    [
      '2008:10:23',
      [
        [25, 1],
        [0, 1],
        [0, 1],
      ],
    ],
    [
      '2008:10:23',
      [
        [29, 2],
        [0, 1],
        [0, 1],
      ],
    ],
    [
      '2008:02:30',
      [
        [1, 1],
        [0, 1],
        [0, 1],
      ],
    ],
  ])('%j %j is none', (date, stamp) => {
    expect(gpsInstant(date, stamp)).toBeUndefined()
  })
})

test('an instant is preferred to a local time in any order', () => {
  expect(findTime(['2008:05:30 15:56:01', undefined, '2008-05-30T13:56:01Z'])).toEqual({
    kind: 'instant',
    seconds: seconds('2008-05-30T13:56:01Z'),
  })
  expect(findTime(['garbage', '2008:05:30 15:56:01'])).toEqual({
    kind: 'local',
    seconds: seconds('2008-05-30T15:56:01Z'),
  })
  expect(findTime([undefined, ''])).toEqual({ kind: 'none' })
})
