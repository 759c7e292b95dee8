import fc from 'fast-check'
import { expect, test } from 'vitest'
import { childRuns, coarseGeohash, coarseRuns, containingCells } from '#lib/domain/geo/coarse-cells'
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

test('the cells that contain runs are those of each of their cells', () => {
  const row = fc.integer({ min: 0, max: 2 ** 15 - 1 })
  const column = fc.integer({ min: 0, max: 2 ** 15 - 200 })
  const run = fc.tuple(row, column, fc.integer({ min: 0, max: 199 }))
  fc.assert(
    fc.property(fc.array(run, { maxLength: 5 }), precision, (given, length) => {
      const runs = given.map(([y, x, more]) => [(y << 15) | x, (y << 15) | (x + more)] as const)
      const cells = runs.flatMap(([low, high]) => Array.from({ length: high - low + 1 }, (_, at) => low + at))
      const expected = new Set(cells.map((cell) => coarseCell(cell, length)))
      const found = containingCells(runs, { precision: length, most: expected.size })
      expect(new Set(found)).toEqual(expected)
      if (expected.size > 0)
        expect(containingCells(runs, { precision: length, most: expected.size - 1 })).toBeUndefined()
    }),
  )
})

test('the cells that contain a run over several rows are not listed', () => {
  expect(containingCells([[2 ** 15 - 1, 2 ** 15]], { precision: 4, most: 10 })).toBeUndefined()
})
