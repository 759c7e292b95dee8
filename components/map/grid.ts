import type { FeatureCollection, LineString, Point } from 'geojson'
import { type CellBounds, cellAt, cellToGeohash } from '#lib/domain/geohash'
import { wrapLongitude } from './geometry.ts'

const minSpacingPixels = 90
const minVisiblePixels = 6
const tilePixels = 512
const maxLatitude = 85

/** The finest geohash precision, 1 to 6, whose cells are not drawn too small at a zoom. */
export function gridPrecision(zoom: number): number {
  return finest(zoom, minSpacingPixels)
}

/** The same cells, or the larger ones they lie in, that are large enough at a zoom to be seen. */
export function coarsen(cells: readonly string[], zoom: number): string[] {
  const precision = finest(zoom, minVisiblePixels)
  return [...new Set(cells.map((cell) => cell.slice(0, precision)))]
}

function finest(zoom: number, minPixels: number): number {
  const pixelsPerDegree = (tilePixels * 2 ** zoom) / 360
  for (let precision = 6; precision > 1; precision--)
    if (cellSize(precision).width * pixelsPerDegree >= minPixels) return precision
  return 1
}

function cellSize(precision: number): { width: number; height: number } {
  const longitudeBits = Math.ceil((5 * precision) / 2)
  return { width: 360 / 2 ** longitudeBits, height: 180 / 2 ** (5 * precision - longitudeBits) }
}

/** The edges of the geohash cells in view, and their names at their middles. */
export function gridOf(
  { west, south, east, north }: CellBounds,
  zoom: number,
): FeatureCollection<LineString | Point> {
  const precision = gridPrecision(zoom)
  const { width, height } = cellSize(precision)
  const columns = steps(west, east, -180, width)
  const rows = steps(Math.max(south, -maxLatitude), Math.min(north, maxLatitude), -90, height)
  const lines = [
    ...columns.map((longitude): [number, number][] => [
      [longitude, rows[0]!],
      [longitude, rows.at(-1)!],
    ]),
    ...rows.map((latitude): [number, number][] => [
      [columns[0]!, latitude],
      [columns.at(-1)!, latitude],
    ]),
  ]
  const names = columns.slice(0, -1).flatMap((left) =>
    rows.slice(0, -1).map((low) => {
      const longitude = left + width / 2
      const latitude = low + height / 2
      const name = cellToGeohash(cellAt(latitude, wrapLongitude(longitude))).slice(0, precision)
      return { name, position: [longitude, latitude] }
    }),
  )
  return {
    type: 'FeatureCollection',
    features: [
      ...lines.map((coordinates) => ({
        type: 'Feature' as const,
        properties: {},
        geometry: { type: 'LineString' as const, coordinates },
      })),
      ...names.map(({ name, position }) => ({
        type: 'Feature' as const,
        properties: { name },
        geometry: { type: 'Point' as const, coordinates: position },
      })),
    ],
  }
}

/** Multiples of a step from one before the range to one after it. */
function steps(from: number, to: number, origin: number, step: number): number[] {
  const first = Math.floor((from - origin) / step)
  const last = Math.ceil((to - origin) / step)
  return Array.from({ length: last - first + 1 }, (_, index) => origin + (first + index) * step)
}
