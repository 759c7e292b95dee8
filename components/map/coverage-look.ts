import type { CellBounds } from '#lib/domain/geo/geohash'
import { geohashBounds } from '#lib/domain/geo/geohash-area'
import { coveragePrecision } from '#lib/domain/observations/query-limits'

/** From this zoom on, the coverage is drawn as squares more than as points of light. */
const squaresZoom = 5.5

/** From this zoom on, no edges of squares are drawn. */
export const edgesUntilZoom = 12

/** The squares of the public coverage, in degrees. */
const square = geohashBounds('0'.repeat(coveragePrecision))!

/** What is visible of the coverage. `inside`: the map shows parts of squares, and no edge is drawn. */
export type CoverageLook = 'nothing' | 'points' | 'squares' | 'inside'

/** @param view the bounds of the map, within ±180 */
export function coverageLook(cells: readonly string[], view: CellBounds, zoom: number): CoverageLook {
  const all = cells.flatMap((cell) => geohashBounds(cell) ?? [])
  if (!all.some((cell) => meets(cell, view))) return 'nothing'
  if (zoom >= edgesUntilZoom || !hasRoomForSquares(view)) return 'inside'
  return zoom >= squaresZoom ? 'squares' : 'points'
}

/** False if a square is wider or higher than the view, so that single edges would cross the map like streets. */
export function hasRoomForSquares({ west, south, east, north }: CellBounds): boolean {
  const width = west > east ? east + 360 - west : east - west
  return width >= square.east - square.west && north - south >= square.north - square.south
}

/** True if a rectangle has something in common with a view, whose bounds are within ±180. */
export function meets(cell: CellBounds, view: CellBounds): boolean {
  if (cell.south > view.north || cell.north < view.south) return false
  // The view shows the antimeridian.
  if (view.west > view.east) return cell.east >= view.west || cell.west <= view.east
  return cell.east >= view.west && cell.west <= view.east
}
