import { expect, test } from 'vitest'
import { filmPlaceAndTime } from '../film/film-place-and-time.ts'
import type { MovieClaims } from '../film/movie-claims.ts'
import { photoClaims } from './photo-claims.ts'
import { statedFacts } from './stated-facts.ts'

const ofFilm = (claims: MovieClaims) => statedFacts(filmPlaceAndTime(claims))

test('a film’s own place is shown as a cell of six characters, and its time with the zone that the file names', () => {
  expect(ofFilm({ position: '+43.7687+011.2611/', times: [undefined, '2026-05-01T10:00:00Z'] })).toEqual({
    times: ['2026-05-01T10:00:00Z'],
    geohash: 'srb0br',
  })
  expect(ofFilm({ position: undefined, times: ['2026-05-01T10:00:00', undefined] }).times).toEqual([
    '2026-05-01T10:00:00',
  ])
  expect(ofFilm({ position: 'x', times: [] })).toEqual({ times: [], geohash: undefined })
})

test('a film whose recording date and container contradict each other shows both times', () => {
  const times = ['2026-05-01T10:00:00', '2025-05-01T10:00:00Z']
  expect(ofFilm({ position: undefined, times }).times).toEqual(times)
})

const position = {
  GPSLatitude: { value: [[43, 1], [46, 1], [7, 1]] }, // biome-ignore format: degrees, minutes, seconds
  GPSLatitudeRef: { value: ['N'] },
  GPSLongitude: {
    value: [
      [11, 1],
      [15, 1],
      [40, 1],
    ],
  },
  GPSLongitudeRef: { value: ['E'] },
}

test('a photo’s own place is shown as a cell of six characters, and its time without a zone if the camera names none', () => {
  const taken = { DateTimeOriginal: { value: ['2026:05:01 10:00:00'] } }
  expect(statedFacts(photoClaims({ exif: { ...position, ...taken } }))).toEqual({
    times: ['2026-05-01T10:00:00'],
    geohash: 'srb0br',
  })
  const zone = { OffsetTimeOriginal: { value: ['+02:00'] } }
  expect(statedFacts(photoClaims({ exif: { ...taken, ...zone } }))).toEqual({
    times: ['2026-05-01T08:00:00Z'],
    geohash: undefined,
  })
})

test('a time zone that explains two clocks of a photo is told, and one that contradicts the stated one is not', () => {
  const gps = {
    ...position,
    GPSDateStamp: { value: ['2026:05:01'] },
    GPSTimeStamp: { value: [[8, 1], [1, 1], [0, 1]] }, // biome-ignore format: hours, minutes, seconds
    DateTimeOriginal: { value: ['2026:05:01 10:00:00'] },
  }
  expect(statedFacts(photoClaims({ exif: gps }))).toEqual({
    times: ['2026-05-01T08:01:00Z'],
    geohash: 'srb0br',
    explained: { clock: '2026-05-01T10:00:00', offsetMinutes: 120 },
  })
  const zoned = (zone: string) =>
    statedFacts(photoClaims({ exif: { ...gps, OffsetTimeOriginal: { value: [zone] } } }))
  expect(zoned('+02:00')).toEqual({ times: ['2026-05-01T08:00:00Z'], geohash: 'srb0br' })
  expect(zoned('-05:00').times).toEqual(['2026-05-01T15:00:00Z', '2026-05-01T08:01:00Z'])
})

test('a photo whose clock and satellite time contradict each other shows both times, and one without a fix no place', () => {
  const exif = {
    ...position,
    DateTimeOriginal: { value: ['2026:05:01 10:00:00'] },
    GPSDateStamp: { value: ['2025:01:01'] },
    GPSTimeStamp: { value: [[8, 1], [0, 1], [0, 1]] }, // biome-ignore format: hours, minutes, seconds
  }
  expect(statedFacts(photoClaims({ exif })).times).toEqual(['2026-05-01T10:00:00', '2025-01-01T08:00:00Z'])
  expect(
    statedFacts(photoClaims({ exif: { ...position, GPSStatus: { value: ['V'] } } })).geohash,
  ).toBeUndefined()
  expect(statedFacts(photoClaims({}))).toEqual({ times: [], geohash: undefined })
})
