import type { CellBounds } from './geohash.ts'
import { centreOf, geohashBounds } from './geohash-area.ts'

/** The middle of a cell: `52.5° N, 13.4° E`. The decimals match the size of the cell; more would be false precision. */
export function roughPosition(bounds: CellBounds): string {
  const { latitude, longitude } = centreOf(bounds)
  const decimals = Math.max(0, Math.min(2, -Math.floor(Math.log10(bounds.north - bounds.south))))
  const degrees = (value: number, [plus, minus]: [string, string]) =>
    `${Math.abs(value).toFixed(decimals)}° ${value < 0 ? minus : plus}`
  return `${degrees(latitude, ['N', 'S'])}, ${degrees(longitude, ['E', 'W'])}`
}

/** A cell named by its position alone: `Around 52.52° N, 13.41° E`. Empty unless `geohash` has one to six characters. */
export function positionName(geohash: string): string {
  const bounds = geohashBounds(geohash)
  return bounds ? `Around ${roughPosition(bounds)}` : ''
}
