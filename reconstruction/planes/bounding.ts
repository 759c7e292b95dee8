import type { FoundPlane } from './find-planes.ts'
import { heightOver } from './plane.ts'
import { cellState, middleOf, type PlaneGrid } from './plane-grid.ts'
import type { OrientedPoints } from './sample-points.ts'

/** A plane bounds the scene if at most this share of all points is more than this many cells behind it. */
const mostBehind = 0.01
const cells = 2

/** True if nearly all measured points lie in front of the plane: the floor and the walls of a room, the ground of a square. */
export function isBounding({ plane }: FoundPlane, points: OrientedPoints, cell: number): boolean {
  let behind = 0
  for (let at = 0; at < points.positions.length; at += 3) {
    const [x, y, z] = [points.positions[at]!, points.positions[at + 1]!, points.positions[at + 2]!]
    if (heightOver(plane, [x, y, z]) < -cells * cell) behind++
  }
  return behind <= mostBehind * points.count
}

/** Marks the cells that lie behind another bounding plane: there the two meet. Changes `states` in place. */
export function markCorners(grid: PlaneGrid, states: Uint8Array, others: readonly PlaneGrid[]): void {
  for (const { plane } of others)
    for (let at = 0; at < states.length; at++) {
      if (states[at] === cellState.measured) continue
      const middle = middleOf(grid, at % grid.columns, Math.floor(at / grid.columns))
      if (heightOver(plane, middle) < 0) states[at] = cellState.corner
    }
}
