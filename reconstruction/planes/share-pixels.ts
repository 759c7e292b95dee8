import { cameraCentre, type Lens } from '../geometry.ts'
import type { Region } from './choose-cells.ts'
import type { FilledGrid } from './draw-planes.ts'
import type { JudgingView } from './judge-cells.ts'
import { heightOver } from './plane.ts'
import { middleOf } from './plane-grid.ts'

/** Views whose blank pixels a cell must still explain. */
const leastViews = 2
/** A region of which less than this share remains is explained by others. */
const leastShare = 0.4

/**
 * Accepts the regions one after the other, those that agree best with their surroundings first. A blank pixel shows only one
 * surface, so a cell counts only the views in which no better region explains the pixel. Marks the accepted cells in
 * `filled` with 1.
 */
export function shareOfPixels(options: {
  regions: readonly (Region & { readonly number: number })[]
  filled: readonly FilledGrid[]
  views: readonly JudgingView[]
  lens: Lens
}): void {
  const { regions, filled, views, lens } = options
  const taken = views.map(({ depths }) => new Uint8Array(depths.length))
  const ranked = [...regions].sort(
    (a, b) => b.agreement - a.agreement || b.cells.length - a.cells.length || a.number - b.number,
  )
  for (const { cells, number } of ranked) {
    const { grid } = filled[number]!
    const free = new Uint8Array(cells.length)
    /** Calls back for each cell and each view that shows it blank. */
    const eachBlank = (visit: (k: number, view: number, pixel: number) => void) => {
      views.forEach(({ pose, depths, plain }, view) => {
        if (heightOver(grid.plane, cameraCentre(pose)) <= 0) return
        const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = pose.rotation
        const [tx, ty, tz] = pose.translation
        cells.forEach((at, k) => {
          const [x, y, z] = middleOf(grid, at % grid.columns, Math.floor(at / grid.columns))
          const depth = r6 * x + r7 * y + r8 * z + tz
          if (depth <= 0) return
          const column = Math.round((lens.focalX * (r0 * x + r1 * y + r2 * z + tx)) / depth + lens.centreX)
          const row = Math.round((lens.focalY * (r3 * x + r4 * y + r5 * z + ty)) / depth + lens.centreY)
          if (column < 0 || row < 0 || column >= lens.width || row >= lens.height) return
          const pixel = row * lens.width + column
          if (depths[pixel] === 0 && plain[pixel]) visit(k, view, pixel)
        })
      })
    }
    eachBlank((k, view, pixel) => {
      if (!taken[view]![pixel] && free[k]! < 255) free[k]!++
    })
    const kept = free.reduce((sum, count) => sum + (count >= leastViews ? 1 : 0), 0)
    if (kept < leastShare * cells.length) continue
    cells.forEach((at, k) => {
      if (free[k]! >= leastViews) filled[number]!.filled[at] = 1
    })
    eachBlank((k, view, pixel) => {
      if (free[k]! < leastViews) return
      // At a short distance, neighbouring cells are several pixels apart.
      for (let dy = -1; dy <= 1; dy++)
        for (let dx = -1; dx <= 1; dx++) {
          const at = pixel + dy * lens.width + dx
          if (at >= 0 && at < taken[view]!.length) taken[view]![at] = 1
        }
    })
  }
}
