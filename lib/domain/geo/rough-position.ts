import type { CellBounds } from './geohash.ts'
import { centreOf } from './geohash-area.ts'

/** The middle of a cell: `52.5° N, 13.4° E`. The decimals match the size of the cell; more would be false precision. */
export function roughPosition(bounds: CellBounds): string {
  const { latitude, longitude } = centreOf(bounds)
  const decimals = Math.max(0, Math.min(2, -Math.floor(Math.log10(bounds.north - bounds.south))))
  const degrees = (value: number, [plus, minus]: [string, string]) =>
    `${Math.abs(value).toFixed(decimals)}° ${value < 0 ? minus : plus}`
  return `${degrees(latitude, ['N', 'S'])}, ${degrees(longitude, ['E', 'W'])}`
}
