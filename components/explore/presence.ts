import type { CoverageSquare } from '#lib/client/measure-area'
import { centreOf, geohashBounds } from '#lib/domain/geo/geohash-area'
import { distanceM } from '#lib/domain/map/geometry'
import type { Coverage } from '#lib/schemas/coverage'

/**
 * What the public coverage says of an area, at any time.
 *
 * - `nothing`: no square that the area touches has captures.
 * - `somewhere`: a square with captures is only partly in the area, so all of its captures may be outside. `size` is that of the square.
 * - `inside`: a square with captures is wholly in the area.
 */
export type Presence =
  | { is: 'nothing' }
  | { is: 'somewhere'; size: { widthKm: number; heightKm: number } }
  | { is: 'inside' }

/** @param squares those that the searched cells of the area are in */
export function presenceIn(squares: readonly CoverageSquare[], { precision, cells }: Coverage): Presence {
  const covered = new Set(cells)
  const lit = squares.filter(({ geohash }) => covered.has(geohash.slice(0, precision)))
  const [first] = lit
  if (!first) return { is: 'nothing' }
  // A coarser square than usual is never wholly searched.
  if (lit.some(({ geohash, isWhole }) => isWhole && geohash.length <= precision)) return { is: 'inside' }
  return { is: 'somewhere', size: sizeOf(first.geohash.slice(0, precision)) }
}

/** The width and height of a cell. */
export function sizeOf(geohash: string): { widthKm: number; heightKm: number } {
  const bounds = geohashBounds(geohash)!
  const { latitude } = centreOf(bounds)
  const { south, west, north, east } = bounds
  return {
    widthKm: distanceM([west, latitude], [east, latitude]) / 1_000,
    heightKm: distanceM([west, south], [west, north]) / 1_000,
  }
}
