import type { Circle } from '#lib/domain/geo/area'
import {
  addRun,
  type CellRun,
  firstTouched,
  foldColumns,
  lastTouched,
  rowsBetween,
} from '#lib/domain/geo/cell-runs'
import { earthRadiusM } from '#lib/domain/geo/earth'
import { cellHeightDegrees, cellWidthDegrees, columnCount } from '#lib/domain/geo/geohash'

const degree = Math.PI / 180
/** Added to the radius, so that rounding never loses a cell that the circle just touches. */
const touchM = 1e-5

/**
 * In each row, the widest half-angle at which the circle reaches the row decides the columns. On a parallel φ,
 * sin²(Δλ/2) = (sin²(r/2) − sin²((φ−φ₀)/2)) / (cos φ · cos φ₀), and it is widest where sin φ = sin φ₀ / cos r.
 */
export function coverCircle(circle: Circle): CellRun[] {
  const radius = (circle.radiusM + touchM) / earthRadiusM
  const centre = circle.latitude * degree
  const widestAt = Math.asin(Math.max(-1, Math.min(1, Math.sin(centre) / Math.cos(radius))))
  const rows = rowsBetween(circle.latitude - radius / degree, circle.latitude + radius / degree)
  const runs: CellRun[] = []
  for (let row = rows.first; row <= rows.last; row++) {
    const south = Math.max((row * cellHeightDegrees - 90) * degree, centre - radius)
    const north = Math.min(((row + 1) * cellHeightDegrees - 90) * degree, centre + radius)
    const at = Math.max(south, Math.min(north, widestAt))
    const sine = Math.sqrt(
      Math.max(0, Math.sin(radius / 2) ** 2 - Math.sin((at - centre) / 2) ** 2) /
        (Math.cos(at) * Math.cos(centre)),
    )
    // The circle reaches this row over the pole.
    if (!(sine < 1)) {
      addRun(runs, row, [0, columnCount - 1])
      continue
    }
    const half = (2 * Math.asin(sine)) / degree
    const first = firstTouched((circle.longitude - half + 180) / cellWidthDegrees)
    const last = lastTouched((circle.longitude + half + 180) / cellWidthDegrees)
    for (const columns of foldColumns(first, last)) addRun(runs, row, columns)
  }
  return runs
}
