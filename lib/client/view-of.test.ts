import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellToGeohash } from '#lib/domain/geo/geohash'
import { geohashBounds } from '#lib/domain/geo/geohash-area'
import { orientingViewOf, overviewZoom, viewOf } from './view-of.ts'

const geohash = fc
  .tuple(fc.integer({ min: 0, max: 2 ** 30 - 1 }), fc.integer({ min: 1, max: 6 }))
  .map(([cell, characters]) => cellToGeohash(cell).slice(0, characters))

test('returns only views that a map can show', () => {
  fc.assert(
    fc.property(fc.array(geohash, { maxLength: 8 }), (all) => {
      const { latitude, longitude, zoom } = viewOf(all.map((each) => geohashBounds(each)!))
      expect(Math.abs(latitude)).toBeLessThanOrEqual(85.1)
      expect(Math.abs(longitude)).toBeLessThanOrEqual(180)
      expect(zoom).toBeGreaterThanOrEqual(0.5)
      expect(zoom).toBeLessThanOrEqual(11.5)
    }),
  )
})

test('one cell is in the middle, and two on either side of the antimeridian are near each other', () => {
  const berlin = viewOf([geohashBounds('u33db')!])
  expect(berlin.latitude).toBeCloseTo(52.5, 1)
  expect(berlin.longitude).toBeCloseTo(13.34, 1)
  expect(berlin.zoom).toBeGreaterThan(10)
  const fiji = viewOf([geohashBounds('ruyg')!, geohashBounds('2hbp')!])
  expect(Math.abs(fiji.longitude)).toBeGreaterThan(170)
})

const bounds = (...geohashes: string[]) => geohashes.map((each) => geohashBounds(each)!)
const florence = { west: 11.15, south: 43.72, east: 11.33, north: 43.84 }

test('the view for finding one’s bearings is as close as streets allow', () => {
  expect(orientingViewOf(bounds('srb10d'), florence)).toEqual(viewOf(bounds('srb10d')))
  expect(orientingViewOf(bounds('xn76ur'), florence)).toMatchObject({
    zoom: overviewZoom,
    latitude: expect.closeTo(35.66, 1),
  })
  expect(orientingViewOf(bounds('srb10d'), undefined).zoom).toBe(overviewZoom)
})

test('one place with streets is enough to show all places with a margin, and a wider view stays as wide', () => {
  const [all, fitting] = [bounds('srb1', 'srb10d'), viewOf(bounds('srb1', 'srb10d'))]
  expect(orientingViewOf(all, florence)).toEqual({ ...fitting, zoom: expect.closeTo(fitting.zoom - 0.35, 5) })
  expect(orientingViewOf(all, florence).zoom).toBeGreaterThan(8)
  expect(orientingViewOf(bounds('9', 'u'), florence)).toEqual(viewOf(bounds('9', 'u')))
  expect(orientingViewOf([], undefined)).toEqual(viewOf([]))
})

test('a high map is close enough that streets fill it, but shows every place', () => {
  const all = bounds('srb100', 'srb0br')
  const { zoom } = viewOf(all)
  expect(orientingViewOf(all, florence, 300)).toEqual(viewOf(all))
  const high = orientingViewOf(all, florence, 900).zoom
  expect(high).toBeGreaterThan(zoom)
  expect(high).toBeLessThan(zoom + 1)
  // However high the map is, 300 px are wide enough for both cells.
  const shares = all.flatMap(({ west, east }) => [west, east])
  const width = (512 * (Math.max(...shares) - Math.min(...shares))) / 360
  expect(width * 2 ** orientingViewOf(all, florence, 9_000).zoom).toBeLessThanOrEqual(301)
})
