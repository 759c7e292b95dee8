import type { CellBounds } from '#lib/domain/geo/geohash'
import { centreOf, geohashBounds } from '#lib/domain/geo/geohash-area'
import { isInView } from '#lib/domain/map/geometry'
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

/** `touches` is true if none of the cells has its centre in the view: their captures may all be outside of it. */
export type CoverageInView = { cells: readonly string[]; touches: boolean }

/** The cells to name for a view: those with their centre in it or, if there are none, those that touch it. */
export function coverageInView(cells: readonly string[], view: CellBounds): CoverageInView {
  const touching = cells.filter((cell) => isInView(view, geohashBounds(cell)!))
  const inside = touching.filter((cell) => {
    const { latitude, longitude } = centreOf(geohashBounds(cell)!)
    return isInView(view, { west: longitude, east: longitude, south: latitude, north: latitude })
  })
  return inside.length > 0
    ? { cells: inside, touches: false }
    : { cells: touching, touches: touching.length > 0 }
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
