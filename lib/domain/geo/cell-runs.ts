import { axisBits, cellHeightDegrees, columnCount, rowCount } from '#lib/domain/geo/geohash'

// The cells of an area as runs of columns, row by row.

/** An inclusive range of cells. Consecutive whole rows are merged into a single run. */
export type CellRun = readonly [low: number, high: number]

/** Shapes that are a hundred-millionth of a cell apart (ten micrometres) count as touching, so that rounding never loses a cell. */
export const touchCells = 1e-8

/** Converts columns that may cross the antimeridian to columns that do not, from west to east. */
export function foldColumns(first: number, last: number): CellRun[] {
  if (last - first + 1 >= columnCount) return [[0, columnCount - 1]]
  const from = modulo(first, columnCount)
  const to = modulo(last, columnCount)
  if (from <= to) return [[from, to]]
  return [
    [0, to],
    [from, columnCount - 1],
  ]
}

/** Adds columns of a row, which begin after the beginnings of all runs so far. */
export function addRun(runs: CellRun[], row: number, [first, last]: CellRun): void {
  joinRun(runs, [(row << axisBits) + first, (row << axisBits) + last])
}

/** Adds a run that begins after the beginnings of all runs so far. It joins the last run if no cell is between them. */
export function joinRun(runs: CellRun[], [low, high]: CellRun): void {
  const before = runs.at(-1)
  if (before && low <= before[1] + 1) runs[runs.length - 1] = [before[0], Math.max(before[1], high)]
  else runs.push([low, high])
}

/** The rows that parallels from `south` to `north` (degrees) touch. */
export function rowsBetween(south: number, north: number): { first: number; last: number } {
  return {
    first: Math.max(0, firstTouched((south + 90) / cellHeightDegrees)),
    last: Math.min(rowCount - 1, lastTouched((north + 90) / cellHeightDegrees)),
  }
}

/** The first of the closed unit intervals [n, n + 1] that something from `from` on touches. */
export function firstTouched(from: number): number {
  return Math.ceil(from - touchCells) - 1
}

/** The last of the closed unit intervals [n, n + 1] that something up to `to` touches. */
export function lastTouched(to: number): number {
  return Math.floor(to + touchCells)
}

export function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
