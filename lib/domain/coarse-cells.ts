import { axisBits, type CellBounds, cellAt, cellColumn, cellRow, cellToGeohash } from '#lib/domain/geohash'

/**
 * The cells of a precision that touch a box: rows from `rows[0]` to `rows[1]`, and in each of them these runs of columns, all
 * ends inclusive. A cell is `row << longitudeBits | column`, as `coarseCell` writes it.
 */
export type CoarseRuns = {
  longitudeBits: number
  rows: readonly [number, number]
  columns: readonly (readonly [number, number])[]
}

/** @param bounds within ±180 and ±90; `west` is more than `east` across the antimeridian */
export function coarseRuns({ west, south, east, north }: CellBounds, precision: number): CoarseRuns {
  const { longitudeBits, latitudeBits } = bitsOf(precision)
  const row = (latitude: number) => cellRow(cellAt(latitude, 0)) >> (axisBits - latitudeBits)
  const column = (longitude: number) => cellColumn(cellAt(0, longitude)) >> (axisBits - longitudeBits)
  const last = 2 ** longitudeBits - 1
  return {
    longitudeBits,
    rows: [row(south), row(north)],
    columns:
      west <= east
        ? [[column(west), column(east)]]
        : [
            [0, column(east)],
            [column(west), last],
          ],
  }
}

/** The geohash of a cell of a precision, as `coarseCell` writes it. */
export function coarseGeohash(cell: number, precision: number): string {
  const { longitudeBits, latitudeBits } = bitsOf(precision)
  const row = (cell >> longitudeBits) << (axisBits - latitudeBits)
  const column = (cell & (2 ** longitudeBits - 1)) << (axisBits - longitudeBits)
  return cellToGeohash((row << axisBits) | column).slice(0, precision)
}

function bitsOf(precision: number): { longitudeBits: number; latitudeBits: number } {
  const longitudeBits = Math.ceil((5 * precision) / 2)
  return { longitudeBits, latitudeBits: 5 * precision - longitudeBits }
}
