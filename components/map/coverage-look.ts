import type { CellBounds } from '#lib/domain/geo/geohash'
import { geohashBounds } from '#lib/domain/geo/geohash-area'

/** From this zoom on, the coverage is drawn as squares more than as points of light. */
const squaresZoom = 5.5

/** From this zoom on, no edges of squares are drawn. */
export const edgesUntilZoom = 12

/** What is visible of the coverage. `inside`: the map shows a part of a square, and no edge is drawn. */
export type CoverageLook = 'nothing' | 'points' | 'squares' | 'inside'

/** @param view the bounds of the map, within ±180 */
export function coverageLook(cells: readonly string[], view: CellBounds, zoom: number): CoverageLook {
  const all = cells.flatMap((cell) => geohashBounds(cell) ?? [])
  if (!all.some((cell) => meets(cell, view))) return 'nothing'
  if (zoom >= edgesUntilZoom || all.some((cell) => holds(cell, view))) return 'inside'
  return zoom >= squaresZoom ? 'squares' : 'points'
}

function holds(cell: CellBounds, view: CellBounds): boolean {
  return (
    view.west < view.east &&
    cell.west <= view.west &&
    cell.east >= view.east &&
    cell.south <= view.south &&
    cell.north >= view.north
  )
}

function meets(cell: CellBounds, view: CellBounds): boolean {
  if (cell.south > view.north || cell.north < view.south) return false
  // The view shows the antimeridian.
  if (view.west > view.east) return cell.east >= view.west || cell.west <= view.east
  return cell.east >= view.west && cell.west <= view.east
}
