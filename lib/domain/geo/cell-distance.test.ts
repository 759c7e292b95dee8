import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellDistance, describeDistance, distanceFrom } from '#lib/domain/geo/cell-distance'
import { cellBounds, cellToGeohash } from '#lib/domain/geo/geohash'
import { centreOf, geohashAt, geohashBounds } from '#lib/domain/geo/geohash-area'

const cell = fc.integer({ min: 0, max: 2 ** 30 - 1 })
const characters = fc.integer({ min: 1, max: 6 })

test('the distance of any two places in two cells is between the reported least and most', () => {
  fc.assert(
    fc.property(cell, cell, characters, characters, (one, other, first, second) => {
      const [a, b] = [cellToGeohash(one), cellToGeohash(other)]
      const told = cellDistance(a.slice(0, first), b.slice(0, second))!
      // Six-character cells are used as the places; their own size is part of the reported range.
      const fine = cellDistance(a, b)!
      expect(fine.middleM).toBeGreaterThanOrEqual(told.leastM - 0.001)
      expect(fine.middleM).toBeLessThanOrEqual(told.mostM + 0.001)
      expect(told.leastM).toBeLessThanOrEqual(told.middleM)
    }),
  )
})

test('it is symmetric, and zero from a cell to itself', () => {
  fc.assert(
    fc.property(cell, cell, characters, (one, other, count) => {
      const [a, b] = [cellToGeohash(one).slice(0, count), cellToGeohash(other).slice(0, count)]
      expect(cellDistance(a, b)!.middleM).toBeCloseTo(cellDistance(b, a)!.middleM, 6)
      expect(cellDistance(a, a)).toMatchObject({ middleM: 0, leastM: 0 })
    }),
  )
})

test('a quarter of a meridian is ten thousand kilometres', () => {
  const { south } = cellBounds(0)
  expect(south).toBe(-90)
  // From the south pole's row to the equator's.
  expect(cellDistance('000000', 's00000')!.middleM / 1_000).toBeCloseTo(10_007, -1)
})

describe('in words', () => {
  test.each([
    [{ middleM: 0, leastM: 0, mostM: 7_400 }, 'within 8 km'],
    [{ middleM: 600, leastM: 0, mostM: 1_900 }, 'within 2 km'],
    [{ middleM: 900, leastM: 0, mostM: 990 }, 'within 1 km'],
    [{ middleM: 8_300, leastM: 4_600, mostM: 11_900 }, '4 to 12 km'],
    [{ middleM: 38_400, leastM: 34_000, mostM: 42_000 }, 'about 38 km'],
    [{ middleM: 1_234_000, leastM: 1_230_000, mostM: 1_240_000 }, 'about 1,200 km'],
  ])('%j is %s', (distance, words) => {
    expect(describeDistance(distance)).toBe(words)
  })
})

test.each([
  ['', 'u'],
  ['u', 'a'],
  ['u33db2w', 'u'],
])('%j and %j have no distance', (one, other) => {
  expect(cellDistance(one, other)).toBeUndefined()
})

test('a position is known better than a cell: the same bounty is told to be nearer or more exactly away', () => {
  // The cathedral of Florence; the cell of Santa Maria Novella, and one farther up the river.
  const cathedral = { latitude: 43.7731, longitude: 11.2558 }
  expect(describeDistance(cellDistance('srb10', 'spzcpb')!)).toMatch(/^within [5-9] km$/)
  expect(describeDistance(distanceFrom(cathedral, 'spzcpb')!)).toBe('within 2 km')
  expect(describeDistance(distanceFrom(cathedral, 'spzbzz')!)).toMatch(/^1 to [34] km$|^within [23] km$/)
  expect(distanceFrom(cathedral, 'no geohash')).toBeUndefined()
})

test('the stated distances are a range of less than two kilometres, with the middle above the least', () => {
  const place = { latitude: 43.7731, longitude: 11.2558 }
  const said = distanceFrom(place, 'u33db2')!
  expect(said.leastM).toBeLessThan(said.middleM)
  expect(said.mostM - said.leastM).toBeLessThan(2_000)
})

test('a bounty in a cell beside the position is one or two kilometres away at most', () => {
  const square = { latitude: 43.7696, longitude: 11.2558 }
  const own = geohashAt(square, 6)
  expect(distanceFrom(square, own)!.leastM).toBe(0)
  const { north, south, east, west } = geohashBounds(own)!
  const middle = centreOf({ north, south, east, west })
  for (const [up, right] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
    [1, 1],
    [-1, -1],
  ] as const) {
    const beside = geohashAt(
      {
        latitude: middle.latitude + up * (north - south),
        longitude: middle.longitude + right * (east - west),
      },
      6,
    )
    expect(describeDistance(distanceFrom(square, beside)!)).toMatch(/^within [12] km$/)
  }
})

test('no place in a cell is nearer to a position than the least or farther than the most', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(cell, cell, characters, share, share, (one, other, count, up, right) => {
      const geohash = cellToGeohash(other).slice(0, count)
      const place = centreOf(geohashBounds(cellToGeohash(one))!)
      const told = distanceFrom(place, geohash)!
      const { south, north, east, west } = geohashBounds(geohash)!
      const inside = { latitude: south + up * (north - south), longitude: west + right * (east - west) }
      // A cell of six characters around it: at most a kilometre from it, half a diagonal.
      const { middleM } = distanceFrom(place, geohashAt(inside, 6))!
      expect(middleM).toBeGreaterThanOrEqual(told.leastM - 1_000)
      expect(middleM).toBeLessThanOrEqual(told.mostM + 1_000)
    }),
  )
})
