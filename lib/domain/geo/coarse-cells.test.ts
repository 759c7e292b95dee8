import fc from 'fast-check'
import { expect, test } from 'vitest'
import { childRuns, coarseGeohash, coarseRuns, containingRuns } from '#lib/domain/geo/coarse-cells'
import { cellAt, cellToGeohash, coarseCell } from '#lib/domain/geo/geohash'

const longitude = fc.double({ min: -180, max: 180, noNaN: true })
const latitude = fc.double({ min: -90, max: 90, noNaN: true })
const precision = fc.integer({ min: 1, max: 5 })

test('the geohash of a coarse cell is the common beginning of the geohashes in it', () => {
  fc.assert(
    fc.property(longitude, latitude, precision, (x, y, length) => {
      const cell = cellAt(y, x)
      expect(coarseGeohash(coarseCell(cell, length), length)).toBe(cellToGeohash(cell).slice(0, length))
    }),
  )
})

test('the cells of the next finer precision in one are those whose names begin with its name, all of them', () => {
  fc.assert(
    fc.property(longitude, latitude, precision, (x, y, length) => {
      const cell = cellAt(y, x)
      const runs = childRuns(coarseCell(cell, length), length)
      const finer = coarseCell(cell, length + 1)
      expect(runs.some(([low, high]) => low <= finer && finer <= high)).toBe(true)
      const all = runs.flatMap(([low, high]) => Array.from({ length: high - low + 1 }, (_, at) => low + at))
      expect(new Set(all.map((child) => coarseGeohash(child, length + 1).slice(0, length)))).toEqual(
        new Set([cellToGeohash(cell).slice(0, length)]),
      )
      expect(all).toHaveLength(32)
    }),
  )
})

test('the runs of a box hold the cell of every position in it, over the antimeridian too', () => {
  fc.assert(
    fc.property(
      longitude,
      longitude,
      latitude,
      latitude,
      precision,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (west, east, a, b, length, share) => {
        const [south, north] = [Math.min(a, b), Math.max(a, b)]
        const width = west <= east ? east - west : east + 360 - west
        const turned = west + share * width
        const inside = turned > 180 ? turned - 360 : turned
        const cell = coarseCell(cellAt(south + share * (north - south), inside), length)
        const runs = coarseRuns({ west, south, east, north }, length)
        expect(runs.filter(([low, high]) => low <= cell && cell <= high)).toHaveLength(1)
      },
    ),
  )
})

test('the globe is one run', () => {
  const globe = { west: -180, south: -90, east: 180, north: 90 }
  expect(coarseRuns(globe, 4)).toEqual([[0, 2 ** 20 - 1]])
  expect(coarseRuns({ ...globe, west: 0.1, east: 0 }, 4)).toEqual([[0, 2 ** 20 - 1]])
})

test('the runs that contain runs hold the cells of each of their cells, over several rows too', () => {
  const low = fc.integer({ min: 0, max: 2 ** 30 - 1 })
  const length = fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 2 ** 15 - 2, max: 2 ** 16 }))
  const run = fc.tuple(low, length).map(([from, more]) => [from, Math.min(2 ** 30 - 1, from + more)] as const)
  fc.assert(
    fc.property(fc.array(run, { maxLength: 3 }), precision, (runs, characters) => {
      const cells = runs.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at))
      const expected = new Set(cells.map((cell) => coarseCell(cell, characters)))
      const found = containingRuns(runs, characters)
      const all = found.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at))
      expect(new Set(all)).toEqual(expected)
      expect(all).toHaveLength(expected.size)
    }),
    { numRuns: 50 },
  )
})
