import { type CairnError, fieldError } from '#lib/domain/errors'
import type { Polygon, Ring } from '#lib/domain/geo/area'
import {
  addRun,
  type CellRun,
  firstTouched,
  foldColumns,
  lastTouched,
  modulo,
  rowsBetween,
  touchCells,
} from '#lib/domain/geo/cell-runs'
import { cellHeightDegrees, cellWidthDegrees, columnCount } from '#lib/domain/geo/geohash'

/**
 * The maximum cost of one cover. 100 km² need at most 164 runs, unless the area is drawn to be expensive: very thin from pole to pole, or a
 * comb.
 */
export const maxRuns = 4096
/** Steps of one edge through one row. */
export const maxEdgeSteps = 1 << 21

/**
 * Scanline on the grid: each edge marks the cells it passes in each row (as a difference, so that a long edge costs no
 * more than a short one) and flips the parity right of where it passes the middle of the row. Cells that are marked, or
 * whose parity is odd, are touched: even-odd, hence deterministic for any rings.
 *
 * Columns are kept modulo the globe; a flip whose column was folded has flipped the whole row too.
 */
export function coverPolygon(polygon: Polygon): CellRun[] {
  const outline = polygon.rings[0]!
  const rows = polygonRows(outline)
  const height = rows.last - rows.first + 1
  if (height > maxRuns) throw tooManyRuns()
  let west = Number.POSITIVE_INFINITY
  let east = Number.NEGATIVE_INFINITY
  for (const { longitudes } of polygon.rings) {
    for (const longitude of longitudes) {
      west = Math.min(west, longitude)
      east = Math.max(east, longitude)
    }
  }
  const base = firstTouched((west + 180) / cellWidthDegrees)
  const span = lastTouched((east + 180) / cellWidthDegrees) - base + 1
  const wraps = span >= columnCount || outline.encircles !== undefined
  const width = wraps ? columnCount : span
  const grid: Grid = {
    firstRow: rows.first,
    height,
    width,
    base,
    wraps,
    stride: width + 1,
    marks: new Int32Array(height * (width + 1)),
    flips: new Uint8Array(height * (width + 1)),
    rowFlips: new Uint8Array(height),
    steps: 0,
  }
  for (const ring of polygon.rings) {
    for (let i = 1; i < ring.longitudes.length; i++) markEdge(grid, ring, i)
    if (ring.encircles !== undefined) fillToPole(grid, ring)
  }
  return readRuns(grid)
}

type Grid = {
  firstRow: number
  height: number
  width: number
  /** The column before folding that becomes column 0 of the grid. */
  base: number
  wraps: boolean
  stride: number
  marks: Int32Array
  flips: Uint8Array
  rowFlips: Uint8Array
  steps: number
}

function polygonRows(outline: Ring): { first: number; last: number } {
  let south = outline.encircles === 'south' ? -90 : 90
  let north = outline.encircles === 'north' ? 90 : -90
  for (const latitude of outline.latitudes) {
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
  }
  return rowsBetween(south, north)
}

function markEdge(grid: Grid, ring: Ring, end: number): void {
  let x0 = (ring.longitudes[end - 1]! + 180) / cellWidthDegrees - grid.base
  let y0 = (ring.latitudes[end - 1]! + 90) / cellHeightDegrees - grid.firstRow
  let x1 = (ring.longitudes[end]! + 180) / cellWidthDegrees - grid.base
  let y1 = (ring.latitudes[end]! + 90) / cellHeightDegrees - grid.firstRow
  if (y0 > y1) {
    ;[x0, x1] = [x1, x0]
    ;[y0, y1] = [y1, y0]
  }
  const first = Math.max(0, firstTouched(y0))
  const last = Math.min(grid.height - 1, lastTouched(y1))
  grid.steps += last - first + 1
  if (grid.steps > maxEdgeSteps) throw tooManySteps()
  const slope = y1 > y0 ? (x1 - x0) / (y1 - y0) : 0
  for (let row = first; row <= last; row++) {
    const bottom = row - touchCells
    const top = row + 1 + touchCells
    const from = bottom <= y0 ? x0 : x0 + (bottom - y0) * slope
    const to = top >= y1 ? x1 : x0 + (top - y0) * slope
    mark(grid, row, firstTouched(Math.min(from, to)), lastTouched(Math.max(from, to)))
    const middle = row + 0.5
    if (y0 <= middle && middle < y1) flip(grid, row, Math.floor(x0 + (middle - y0) * slope) + 1)
  }
}

function mark(grid: Grid, row: number, first: number, last: number): void {
  const { marks, width, wraps } = grid
  const start = row * grid.stride
  if (!wraps) {
    marks[start + Math.max(0, first)]! += 1
    marks[start + Math.min(width - 1, last) + 1]! -= 1
    return
  }
  if (last - first + 1 >= width) {
    marks[start]! += 1
    return
  }
  const from = modulo(first, width)
  const to = modulo(last, width)
  marks[start + from]! += 1
  marks[start + to + 1]! -= 1
  if (to < from) marks[start]! += 1
}

/** Flips every column from `column` on, up to two turns round the globe. */
function flip(grid: Grid, row: number, column: number): void {
  const { flips, width, wraps, rowFlips } = grid
  const start = row * grid.stride
  if (!wraps) {
    flips[start + Math.max(0, Math.min(width, column))]! ^= 1
    return
  }
  flips[start + modulo(column, width)]! ^= 1
  if (Math.floor(column / width) % 2 === 0) rowFlips[row]! ^= 1
}

/**
 * On a flat map, a ring around a pole is closed along its first meridian. In each row between its start and the pole, all cells
 * then change between inside and outside.
 */
function fillToPole(grid: Grid, ring: Ring): void {
  const start = (ring.latitudes[0]! + 90) / cellHeightDegrees - grid.firstRow
  for (let row = 0; row < grid.height; row++) {
    const middle = row + 0.5
    if (ring.encircles === 'north' ? middle >= start : middle < start) grid.rowFlips[row]! ^= 1
  }
}

function readRuns(grid: Grid): CellRun[] {
  const runs: CellRun[] = []
  for (let row = 0; row < grid.height; row++) {
    const start = row * grid.stride
    const found: CellRun[] = []
    let open = -1
    let marked = 0
    let inside = grid.rowFlips[row]!
    for (let column = 0; column <= grid.width; column++) {
      marked += grid.marks[start + column]!
      inside ^= grid.flips[start + column]!
      const touched = column < grid.width && (marked > 0 || inside === 1)
      if (touched && open < 0) open = column
      if (!touched && open >= 0) {
        found.push(...foldColumns(open + grid.base, column - 1 + grid.base))
        open = -1
      }
    }
    found.sort((a, b) => a[0] - b[0])
    for (const columns of found) addRun(runs, grid.firstRow + row, columns)
    if (runs.length > maxRuns) throw tooManyRuns()
  }
  return runs
}

function tooManyRuns(): CairnError {
  return tooLarge(
    `it touches more than ${maxRuns} separate strips of cells (a strip is neighbouring six-character geohash cells side by side in one row; a row is 0.0055 degrees of latitude high). Make it shorter or draw it with fewer gaps, or split it.`,
  )
}

function tooManySteps(): CairnError {
  return tooLarge(
    `its edges cross rows of cells more than ${maxEdgeSteps} times in all (a row of six-character geohash cells is 0.0055 degrees of latitude high). Draw it with fewer or shorter edges, or split it.`,
  )
}

function tooLarge(why: string): CairnError {
  return fieldError('aoi', `the area is more than one query searches: ${why}`, { code: 'aoi_too_large' })
}
