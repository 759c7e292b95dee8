import { type CellRun, joinRun } from '#lib/domain/geo/cell-runs'
import {
  axisBits,
  type CellBounds,
  cellAt,
  cellColumn,
  cellRow,
  cellToGeohash,
  coarseCell,
  columnCount,
} from '#lib/domain/geo/geohash'

// Cells of fewer than six characters, and the cells in them.

/**
 * The cells of a precision that touch a box, as disjoint runs, ends inclusive. A cell is `row << longitude bits | column` on that
 * precision's own grid, as `coarseCell` writes it.
 *
 * @param bounds within ±180 and ±90; `west` is more than `east` across the antimeridian
 */
export function coarseRuns(
  { west, south, east, north }: CellBounds,
  precision: number,
): (readonly [low: number, high: number])[] {
  const { longitudeBits, latitudeBits } = bitsOf(precision)
  const row = (latitude: number) => cellRow(cellAt(latitude, 0)) >> (axisBits - latitudeBits)
  const column = (longitude: number) => cellColumn(cellAt(0, longitude)) >> (axisBits - longitudeBits)
  const [first, last] = [row(south), row(north)]
  const columns = columnRuns(column(west), column(east), 2 ** longitudeBits - 1, west > east)
  const cell = (line: number, at: number) => (line << longitudeBits) | at
  const [only] = columns
  // Rows that are covered whole follow one another.
  if (only![0] === 0 && only![1] === 2 ** longitudeBits - 1) return [[cell(first, 0), cell(last, only![1])]]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index).flatMap((line) =>
    columns.map(([from, to]) => [cell(line, from), cell(line, to)] as const),
  )
}

function columnRuns(west: number, east: number, last: number, isSplit: boolean): [number, number][] {
  if (!isSplit) return [[west, east]]
  if (east + 1 >= west) return [[0, last]]
  return [
    [0, east],
    [west, last],
  ]
}

/** The geohash of a cell of a precision, as `coarseCell` writes it. */
export function coarseGeohash(cell: number, precision: number): string {
  const { longitudeBits, latitudeBits } = bitsOf(precision)
  const row = (cell >> longitudeBits) << (axisBits - latitudeBits)
  const column = (cell & (2 ** longitudeBits - 1)) << (axisBits - longitudeBits)
  return cellToGeohash((row << axisBits) | column).slice(0, precision)
}

/** The cells of the next finer precision within one, as runs on their own grid, ends inclusive. @param precision 1 to 5 */
export function childRuns(cell: number, precision: number): (readonly [low: number, high: number])[] {
  const [own, finer] = [bitsOf(precision), bitsOf(precision + 1)]
  const [more, taller] = [finer.longitudeBits - own.longitudeBits, finer.latitudeBits - own.latitudeBits]
  const firstRow = (cell >> own.longitudeBits) << taller
  const firstColumn = (cell & (2 ** own.longitudeBits - 1)) << more
  return Array.from({ length: 2 ** taller }, (_, index) => {
    const low = ((firstRow + index) << finer.longitudeBits) | firstColumn
    return [low, low + 2 ** more - 1] as const
  })
}

/**
 * The cells of a precision that contain the cells of runs, as disjoint runs on their own grid, ends inclusive.
 *
 * @param runs of cells of six characters, which may go over several rows: at the antimeridian and around a pole
 * @param precision 1 to 6
 */
export function containingRuns(runs: readonly CellRun[], precision: number): CellRun[] {
  const parts = runs
    .flatMap(([low, high]) =>
      Array.from({ length: cellRow(high) - cellRow(low) + 1 }, (_, index) => {
        const row = cellRow(low) + index
        const first = Math.max(low, row << axisBits)
        const last = Math.min(high, (row << axisBits) | (columnCount - 1))
        return [coarseCell(first, precision), coarseCell(last, precision)] as const
      }),
    )
    .sort(([a], [b]) => a - b)
  const joined: CellRun[] = []
  for (const part of parts) joinRun(joined, part)
  return joined
}

function bitsOf(precision: number): { longitudeBits: number; latitudeBits: number } {
  const longitudeBits = Math.ceil((5 * precision) / 2)
  return { longitudeBits, latitudeBits: 5 * precision - longitudeBits }
}
