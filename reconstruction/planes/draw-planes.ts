import { cameraCentre, dot, type Lens } from '../geometry.ts'
import type { JudgingView } from './judge-cells.ts'
import { heightOver } from './plane.ts'
import type { PlaneGrid } from './plane-grid.ts'

/** A grid, and 1 for each cell to fill, u8[rows][columns]. */
export type FilledGrid = { readonly grid: PlaneGrid; readonly filled: Uint8Array }

/** Filled cells are extended by this many cells, so that they meet the measured surface beside them. */
const overlap = 3

/** The depth maps of the filled cells, f32[height][width] for each view, at pixels without a measured depth; 0 elsewhere. */
export function drawPlanes(
  grids: readonly FilledGrid[],
  views: readonly JudgingView[],
  lens: Lens,
): Float32Array[] {
  const { width, height, focalX, focalY, centreX, centreY } = lens
  const drawn = grids
    .filter(({ filled }) => filled.includes(1))
    .map(({ grid, filled }) => ({ grid, cells: extend(filled, grid.columns) }))
  return views.map(({ pose, depths }) => {
    const completed = new Float32Array(depths.length)
    const centre = cameraCentre(pose)
    const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = pose.rotation
    for (const { grid, cells } of drawn) {
      const { plane, u, v, cell, left, top, columns, rows } = grid
      const above = heightOver(plane, centre)
      if (above <= 0) continue
      const [nx, ny, nz] = plane.normal
      const [centreU, centreV] = [dot(u, centre), dot(v, centre)]
      for (let y = 0; y < height; y++) {
        const rayY = (y - centreY) / focalY
        for (let x = 0; x < width; x++) {
          const at = y * width + x
          if (depths[at] !== 0) continue
          const rayX = (x - centreX) / focalX
          const dx = r0 * rayX + r3 * rayY + r6
          const dy = r1 * rayX + r4 * rayY + r7
          const dz = r2 * rayX + r5 * rayY + r8
          const slope = nx * dx + ny * dy + nz * dz
          if (slope >= 0) continue
          const depth = -above / slope
          const i = Math.floor((centreU + depth * (u[0] * dx + u[1] * dy + u[2] * dz) - left) / cell)
          const j = Math.floor((centreV + depth * (v[0] * dx + v[1] * dy + v[2] * dz) - top) / cell)
          if (i < 0 || j < 0 || i >= columns || j >= rows || !cells[j * columns + i]) continue
          if (completed[at] === 0 || depth < completed[at]!) completed[at] = depth
        }
      }
    }
    return completed
  })
}

/** The filled cells and those within `overlap` of them. */
function extend(filled: Uint8Array, columns: number): Uint8Array {
  let current: Uint8Array = filled
  for (let round = 0; round < overlap; round++) {
    const next = current.slice()
    for (let at = 0; at < current.length; at++) {
      if (!current[at]) continue
      const i = at % columns
      if (i > 0) next[at - 1] = 1
      if (i < columns - 1) next[at + 1] = 1
      if (at >= columns) next[at - columns] = 1
      if (at < current.length - columns) next[at + columns] = 1
    }
    current = next
  }
  return current
}
