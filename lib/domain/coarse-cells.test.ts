import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coarseGeohash, coarseRuns } from '#lib/domain/coarse-cells'
import { cellAt, cellToGeohash, coarseCell } from '#lib/domain/geohash'

const longitude = fc.double({ min: -180, max: 180, noNaN: true })
const latitude = fc.double({ min: -90, max: 90, noNaN: true })
const precision = fc.integer({ min: 1, max: 5 })

test('a coarse cell is named by the beginning of the names in it', () => {
  fc.assert(
    fc.property(longitude, latitude, precision, (x, y, length) => {
      const cell = cellAt(y, x)
      expect(coarseGeohash(coarseCell(cell, length), length)).toBe(cellToGeohash(cell).slice(0, length))
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
        const { rows, columns, longitudeBits } = coarseRuns({ west, south, east, north }, length)
        const cell = coarseCell(cellAt(south + share * (north - south), inside), length)
        const [row, column] = [cell >> longitudeBits, cell & (2 ** longitudeBits - 1)]
        expect(row).toBeGreaterThanOrEqual(rows[0])
        expect(row).toBeLessThanOrEqual(rows[1])
        expect(columns.some(([first, last]) => column >= first && column <= last)).toBe(true)
      },
    ),
  )
})
