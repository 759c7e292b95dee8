import { dot, type Vector } from '../geometry.ts'
import type { FoundPlane } from './find-planes.ts'
import { axesOf, type Plane } from './plane.ts'
import type { OrientedPoints } from './sample-points.ts'

/** The states of a cell of a plane, as the views show it. */
export const cellState = {
  /** No view shows it: it is hidden by something nearer, or outside all pictures. */
  hidden: 0,
  /** Views measured the plane there. */
  measured: 1,
  /** Views measured something behind it, so it is not there. */
  refuted: 2,
  /** Views show a plain surface there, and none contradicts. */
  blank: 3,
  /** It is behind another plane that bounds the scene: the two meet there. */
  corner: 4,
  /** As blank, at an edge in the pictures. */
  edge: 5,
} as const

/** A part of a plane in square cells: cell (i, j) is number j * columns + i. */
export type PlaneGrid = {
  readonly plane: Plane
  readonly u: Vector
  readonly v: Vector
  /** Edge of a cell, and the place of the first along u and v; world units. */
  readonly cell: number
  readonly left: number
  readonly top: number
  readonly columns: number
  readonly rows: number
}

/** How far the grid of a plane that does not bound the scene reaches beyond its points, as a share of their extent. */
const margin = 0.2
const mostCells = 150_000

/**
 * The grid around the points of a plane; around all points if it bounds the scene. Its cells have edge `cell`, or more where
 * that would give too many.
 */
export function gridAround(
  { plane, points: own }: FoundPlane,
  { positions, count }: OrientedPoints,
  options: { cell: number; bounding: boolean },
): PlaneGrid {
  const { u, v } = axesOf(plane)
  const shown = options.bounding ? Array.from({ length: count }, (_, point) => point) : own
  const [[left, right], [top, bottom]] = [u, v].map((axis) => {
    const places = Float64Array.from(shown, (point) =>
      dot(axis, [positions[3 * point]!, positions[3 * point + 1]!, positions[3 * point + 2]!]),
    ).sort()
    return [places[0]!, places.at(-1)!]
  }) as [[number, number], [number, number]]
  const reach = margin * Math.max(right - left, bottom - top)
  const [wide, high] = [right - left + 2 * reach, bottom - top + 2 * reach]
  const cell = Math.max(options.cell, Math.sqrt((wide * high) / mostCells))
  return {
    plane,
    u,
    v,
    cell,
    left: left - reach,
    top: top - reach,
    columns: Math.ceil(wide / cell),
    rows: Math.ceil(high / cell),
  }
}

/** The middle of a cell in the world. */
export function middleOf({ plane, u, v, cell, left, top }: PlaneGrid, i: number, j: number): Vector {
  const [a, b] = [left + (i + 0.5) * cell, top + (j + 0.5) * cell]
  const at = (axis: 0 | 1 | 2) => u[axis] * a + v[axis] * b + plane.normal[axis] * plane.offset
  return [at(0), at(1), at(2)]
}
