import { expect, test } from 'vitest'
import { contradictionOf } from './contradiction.ts'

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
  expect(of(['2014-06-07T12:00:00'])).toEqual({ place: undefined, times: ['2014-06-07T12:00:00'] })
  expect(of(['2026-11-26T19:41:00Z'])).toBeUndefined()
  expect(of(['2026-11-26T19:39:00Z'])?.times).toHaveLength(1)
  expect(of(['2026-11-26T08:00:00'])).toBeUndefined()
  expect(of(['2026-11-26T07:00:00'])?.times).toHaveLength(1)
  expect(of(['2026-11-29T09:39:00'])).toBeUndefined()
  expect(of(['2026-11-29T09:41:00'])?.times).toHaveLength(1)
})

test('of two clocks in a file, one that fits the record is enough', () => {
  expect(of(['2014-06-07T12:00:00', '2026-11-27T19:40:00Z'])).toBeUndefined()
  expect(of(['2014-06-07T12:00:00', '2015-06-07T12:00:00Z'])?.times).toHaveLength(2)
})
