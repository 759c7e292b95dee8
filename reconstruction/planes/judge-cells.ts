import { cameraCentre, type Lens } from '../geometry.ts'
import type { DepthView } from '../surface/depth-view.ts'
import { heightOver } from './plane.ts'
import { cellState, middleOf, type PlaneGrid } from './plane-grid.ts'

/** A view with the pixels that are plain in it, u8[height][width] as `grey`. */
export type JudgingView = DepthView & { readonly grey: Uint8Array; readonly plain: Uint8Array }

/** State and mean grey value of each cell, u8 and f32 [rows][columns]. */
export type JudgedCells = { readonly states: Uint8Array; readonly greys: Float32Array }

/** A depth within this share of a cell's depth measures the cell; one farther by over twice as much sees through it. */
const tolerance = 0.02
/** Views needed to measure a cell or to call it blank. */
const leastViews = 2
/** A view at a smaller angle to the plane is ignored: sine of the angle. */
const leastSlant = 0.12
/** Maximum standard deviation between the grey values of a blank cell in all views. If it is higher, the views show different surfaces. */
const mostSpread = 14

/** Combines the observations of all views of each cell of a plane. */
export function judgeCells(grid: PlaneGrid, views: readonly JudgingView[], lens: Lens): JudgedCells {
  const { columns, rows, plane } = grid
  const { width, height, focalX, focalY, centreX, centreY } = lens
  const cells = columns * rows
  const measured = new Uint16Array(cells)
  const through = new Uint16Array(cells)
  const blank = new Uint16Array(cells)
  const greys = new Float32Array(cells)
  const squares = new Float32Array(cells)
  const [nx, ny, nz] = plane.normal
  const [sx, sy, sz] = [grid.u[0] * grid.cell, grid.u[1] * grid.cell, grid.u[2] * grid.cell]
  for (const { pose, depths, grey, plain } of views) {
    const centre = cameraCentre(pose)
    const above = heightOver(plane, centre)
    if (above <= 0) continue
    const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = pose.rotation
    const [tx, ty, tz] = pose.translation
    // How much the depth of the plane changes from pixel to pixel grows with the slant.
    for (let j = 0; j < rows; j++) {
      let [x, y, z] = middleOf(grid, 0, j) as [number, number, number]
      for (let i = 0; i < columns; i++, x += sx, y += sy, z += sz) {
        const depth = r6 * x + r7 * y + r8 * z + tz
        if (depth <= 0) continue
        const column = Math.round((focalX * (r0 * x + r1 * y + r2 * z + tx)) / depth + centreX)
        const row = Math.round((focalY * (r3 * x + r4 * y + r5 * z + ty)) / depth + centreY)
        if (column < 0 || row < 0 || column >= width || row >= height) continue
        const pixel = row * width + column
        const found = depths[pixel]!
        const at = j * columns + i
        if (found === 0) {
          if (!plain[pixel]) continue
          blank[at]!++
          greys[at]! += grey[pixel]!
          squares[at]! += grey[pixel]! ** 2
          continue
        }
        const slant = Math.abs(nx * (x - centre[0]) + ny * (y - centre[1]) + nz * (z - centre[2]))
        const distance = Math.hypot(x - centre[0], y - centre[1], z - centre[2])
        if (slant < leastSlant * distance) continue
        const slack = tolerance + (1.5 * distance) / (slant * focalX)
        if (found > depth * (1 + 2 * slack)) through[at]!++
        else if (Math.abs(found - depth) < slack * depth) {
          measured[at]!++
          greys[at]! += grey[pixel]!
          squares[at]! += grey[pixel]! ** 2
        }
      }
    }
  }
  const states = new Uint8Array(cells)
  for (let at = 0; at < cells; at++) {
    const shown = blank[at]! + measured[at]!
    if (shown > 0) greys[at]! /= shown
    const spread = shown > 0 ? squares[at]! / shown - greys[at]! ** 2 : 0
    if (measured[at]! >= leastViews && measured[at]! > 2 * through[at]!) states[at] = cellState.measured
    else if (through[at]! > 0) states[at] = cellState.refuted
    else if (blank[at]! >= leastViews && spread < mostSpread ** 2) states[at] = cellState.blank
  }
  return { states, greys }
}
