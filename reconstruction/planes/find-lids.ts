import { cross, dot, normalize, type Vector } from '../geometry.ts'
import type { JudgedCells } from './judge-cells.ts'
import { markEdges } from './mark-edges.ts'
import type { Plane } from './plane.ts'
import { cellState, middleOf, type PlaneGrid } from './plane-grid.ts'

/** A wall with what the views say about it, before its corners are marked. */
export type Wall = { readonly grid: PlaneGrid; readonly judged: JudgedCells }

/** Sine between two walls that may give the axis, and cosine between that and the normal of a wall: 30° and 85°. */
const leastAngle = 0.5
const upright = 0.09
/** This many walls must end at the same height, each along this share of its visible length there, and along at least this many cells. */
const leastWalls = 3
const leastShare = 0.35
const leastCells = 20

/**
 * Planes without any measurement at which at least three bounding walls end: a plain ceiling is visible only as an edge along the top of
 * each wall, at the same height.
 *
 * @returns the outermost such plane at each end of the walls, facing inwards. If the walls end on one side only, both results are the same
 * plane, facing in both directions; `isBounding` decides which is right
 */
export function findLids(walls: readonly Wall[], cell: number): Plane[] {
  const axis = axisOf(walls.map(({ grid }) => grid.plane))
  if (!axis) return []
  const standing = walls.filter(({ grid }) => Math.abs(dot(grid.plane.normal, axis)) < upright)
  const lines = linesAlong(standing, axis, cell)
  return [-1, 1].flatMap((side) => {
    const height = lines.sort((one, other) => side * (other - one))[0]
    if (height === undefined) return []
    // An edge is several cells wide: its middle.
    const wide = lines.filter((line) => Math.abs(line - height) <= 4)
    const middle = wide.reduce((sum, line) => sum + line, 0) / wide.length
    return [{ normal: [-side * axis[0], -side * axis[1], -side * axis[2]], offset: -side * middle * cell }]
  })
}

/** The direction that most walls are parallel to: that of the line where two of them meet. */
function axisOf(planes: readonly Plane[]): Vector | undefined {
  let best: Vector | undefined
  let most = leastWalls - 1
  planes.forEach((one, k) => {
    for (const other of planes.slice(k + 1)) {
      const across = cross(one.normal, other.normal)
      if (Math.hypot(...across) < leastAngle) continue
      const axis = normalize(across)
      const along = planes.filter(({ normal }) => Math.abs(dot(normal, axis)) < upright).length
      if (along > most) [best, most] = [axis, along]
    }
  })
  return best
}

/** The heights along the axis, in cells, at which enough walls have an edge. */
function linesAlong(walls: readonly Wall[], axis: Vector, cell: number): number[] {
  const ends = new Map<number, number>()
  for (const { grid, judged } of walls) {
    const states = judged.states.slice()
    markEdges(grid, { ...judged, states })
    const counts = new Map<number, { edges: number; shown: number }>()
    states.forEach((state, at) => {
      if (state === cellState.hidden) return
      const middle = middleOf(grid, at % grid.columns, Math.floor(at / grid.columns))
      const height = Math.round(dot(axis, middle) / cell)
      const count = counts.get(height) ?? { edges: 0, shown: 0 }
      count.shown++
      if (state === cellState.edge) count.edges++
      counts.set(height, count)
    })
    for (const [height, { edges, shown }] of counts)
      if (edges >= leastCells && edges >= leastShare * shown) ends.set(height, (ends.get(height) ?? 0) + 1)
  }
  return [...ends].filter(([, count]) => count >= leastWalls).map(([height]) => height)
}
