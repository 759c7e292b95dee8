import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellAt, cellBounds, cellToGeohash, coarseCell, geohashToCell } from '#lib/domain/geo/geohash'

const cell = fc.integer({ min: 0, max: 2 ** 30 - 1 })

// Published examples: geohash.org, Wikipedia, and the documentation of PostGIS.
const known: [latitude: number, longitude: number, geohash: string][] = [
  [57.64911, 10.40744, 'u4pruy'],
  [42.6, -5.6, 'ezs42e'],
  [48.8584, 2.2945, 'u09tun'],
  [-25.382708, -49.265506, '6gkzwg'],
  [37.8324, 112.5584, 'ww8p1r'],
  [0, 0, 's00000'],
  [-90, -180, '000000'],
  [90, 180, 'zzzzzz'],
]

test.each(known)('%f, %f lies in %s', (latitude, longitude, geohash) => {
  expect(cellToGeohash(cellAt(latitude, longitude))).toBe(geohash)
  expect(geohashToCell(geohash)).toBe(cellAt(latitude, longitude))
})

test('a cell goes to its geohash and back, in either case', () => {
  fc.assert(
    fc.property(cell, (value) => {
      const geohash = cellToGeohash(value)
      expect(geohash).toMatch(/^[0-9bcdefghjkmnpqrstuvwxyz]{6}$/)
      expect(geohashToCell(geohash)).toBe(value)
      expect(geohashToCell(geohash.toUpperCase())).toBe(value)
    }),
  )
})

test('a cell holds its centre and its south-west corner', () => {
  fc.assert(
    fc.property(cell, (value) => {
      const { south, west, north, east } = cellBounds(value)
      expect(cellAt((south + north) / 2, (west + east) / 2)).toBe(value)
      expect(cellAt(south, west)).toBe(value)
    }),
  )
})

test('a text other than six characters of the alphabet is refused', () => {
  for (const text of ['', 'u09tu', 'u09tunv', 'u09tua', 'u09tu ', 'u09tuï']) {
    expect(geohashToCell(text)).toBeUndefined()
  }
})

test('positions off the globe are refused', () => {
  for (const [latitude, longitude] of [
    [90.1, 0],
    [-90.1, 0],
    [0, 180.1],
    [0, -180.1],
    [Number.NaN, 0],
    [0, Number.NaN],
  ] as const) {
    expect(() => cellAt(latitude, longitude)).toThrow(RangeError)
  }
})

test('a coarse cell is the prefix of the geohash', () => {
  const prefixes = new Map<string, string>()
  fc.assert(
    fc.property(cell, fc.integer({ min: 1, max: 6 }), (value, precision) => {
      const prefix = cellToGeohash(value).slice(0, precision)
      const key = `${precision}:${coarseCell(value, precision)}`
      expect(prefixes.get(key) ?? prefix).toBe(prefix)
      prefixes.set(key, prefix)
      // Every other cell under the prefix has the same coarse cell.
      const filled = geohashToCell(prefix.padEnd(6, '0'))!
      expect(coarseCell(filled, precision)).toBe(coarseCell(value, precision))
    }),
    { numRuns: 500 },
  )
})
