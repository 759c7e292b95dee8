import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoSeconds } from '../text/iso-time.ts'
import { arePlacesApart, contradictionOf } from './contradiction.ts'

const florence = 'srb0br'
const record = { geohash: florence, captured_at: '2026-11-27T19:40:00Z' }
const of = (times: string[], geohash?: string) => contradictionOf({ times, geohash }, record)

test('a place some kilometres away is another place, and one beside the cell is not', () => {
  expect(of([], 'u3ckuh')?.place?.middleM).toBeGreaterThan(1_300_000)
  expect(of([], florence)).toBeUndefined()
  expect(of([], 'srb0bp')).toBeUndefined()
  expect(of([])).toBeUndefined()
})

test('a time is another time only if it is more than a day away in every time zone that the camera may have had', () => {
  expect(of(['2014-06-07T12:00:00'])).toMatchObject({ place: undefined, times: ['2014-06-07T12:00:00'] })
  expect(of(['2026-11-26T19:41:00Z'])).toBeUndefined()
  expect(of(['2026-11-26T19:39:00Z'])?.times).toHaveLength(1)
  expect(of(['2026-11-26T08:00:00'])).toBeUndefined()
  expect(of(['2026-11-26T07:00:00'])?.times).toHaveLength(1)
  expect(of(['2026-11-29T09:39:00'])).toBeUndefined()
  expect(of(['2026-11-29T09:41:00'])?.times).toHaveLength(1)
})

test('two clocks of a file that contradict each other are flagged, also if one of them agrees with the record', () => {
  const times = ['2014-06-07T12:00:00', '2026-11-27T19:40:00Z']
  expect(of(times)).toEqual({ place: undefined, times: [], clocks: { times, agreeing: [times[1]] } })
  expect(of(['2026-11-27T20:40:00', '2026-11-26T19:41:00Z'])?.clocks?.agreeing).toEqual([
    '2026-11-27T20:40:00',
  ])
  // Both are on the day of the record, and neither is its time.
  expect(of(['2026-11-26T12:00:00', '2026-11-28T03:00:00Z'])?.clocks?.agreeing).toEqual([])
  expect(of(['2014-06-07T12:00:00', '2015-06-07T12:00:00Z'])).toMatchObject({ clocks: undefined })
  expect(of(['2014-06-07T12:00:00', '2015-06-07T12:00:00Z'])?.times).toHaveLength(2)
})

test('cells are apart if any two of them are farther than one walk', () => {
  expect(arePlacesApart([florence, florence])).toBe(false)
  expect(arePlacesApart([florence, florence, 'u3ckuh'])).toBe(true)
  expect(arePlacesApart([])).toBe(false)
})

test('a file with two times is never without a contradiction, and a place does not hide it', () => {
  const seconds = fc.integer({ min: 0, max: 4_000_000_000 })
  fc.assert(
    fc.property(seconds, seconds, fc.constantFrom('u3ckuh', florence, undefined), (local, utc, geohash) => {
      const times = [isoSeconds(local).replace('Z', ''), isoSeconds(utc)]
      const found = of(times, geohash)!
      expect(found.times.length === 2).toBe(found.clocks === undefined)
      expect(found.place !== undefined).toBe(geohash === 'u3ckuh')
    }),
  )
})
