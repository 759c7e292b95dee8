import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellBounds, cellToGeohash } from '#lib/domain/geo/geohash'
import { centreOf, geohashAt, geohashBounds } from '#lib/domain/geo/geohash-area'

const cell = fc.integer({ min: 0, max: 2 ** 30 - 1 })
const characters = fc.integer({ min: 1, max: 6 })

test('six characters have the bounds of their cell', () => {
  fc.assert(
    fc.property(cell, (value) => {
      expect(geohashBounds(cellToGeohash(value))).toEqual(cellBounds(value))
    }),
  )
})

test('each character more lies within the one before, and the middle of a cell lies in it', () => {
  fc.assert(
    fc.property(cell, characters, (value, count) => {
      const geohash = cellToGeohash(value).slice(0, count)
      const bounds = geohashBounds(geohash)!
      expect(geohashAt(centreOf(bounds), count)).toBe(geohash)
      expect(geohashBounds(geohash.toUpperCase())).toEqual(bounds)
      const within = cellBounds(value)
      expect(within.south >= bounds.south && within.north <= bounds.north).toBe(true)
      expect(within.west >= bounds.west && within.east <= bounds.east).toBe(true)
    }),
  )
})

// geohash.org, and the tables of Wikipedia: degrees of longitude and latitude by length.
test.each([
  ['u', 45, 45],
  ['u3', 11.25, 5.625],
  ['u33', 1.40625, 1.40625],
  ['u33d', 0.3515625, 0.17578125],
  ['u33db', 0.0439453125, 0.0439453125],
])('the cell of %s is %f by %f degrees', (geohash, width, height) => {
  const { south, west, north, east } = geohashBounds(geohash)!
  expect([east - west, north - south]).toEqual([width, height])
})

test.each(['', 'u09tunv', 'a', 'u 3', 'ü'])('%j is no cell', (text) => {
  expect(geohashBounds(text)).toBeUndefined()
})
