import { CairnError, withoutField } from '#lib/domain/errors'
import { type Area, type Polygon, parseArea, polygonBoxKm2, type Ring } from '#lib/domain/geo/area'
import { areaKm2, countCells } from '#lib/domain/geo/area-size'
import { outlineCells } from '#lib/domain/geo/cell-outline'
import { coverArea } from '#lib/domain/geo/cover'
import {
  type CellBounds,
  cellBounds,
  cellHeightDegrees,
  cellToGeohash,
  cellWidthDegrees,
  geohashLength,
} from '#lib/domain/geo/geohash'
import { crossesItself } from '#lib/domain/geo/self-crossing'
import type { DrawnArea, MapView, Position } from '#lib/domain/map/map-types'
import { worldPixels } from '#lib/domain/map/world-frame'
import { coveragePrecision } from '#lib/domain/observations/query-limits'
import { toAoi } from './area-json.ts'

/** More cells than any area has, except near the poles, where they are not drawn. */
const maxDrawn = 3_000

/** `isWhole`: true if all cells of the square are searched. */
export type CoverageSquare = { geohash: string; isWhole: boolean }

/** The number of cells in a square of the public coverage. */
const cellsOfSquare = 32 ** (geohashLength - coveragePrecision)

export type Measured =
  | {
      isValid: true
      km2: number
      /** For a polygon: the size of its bounding box, to which the limit applies. */
      boxKm2: number | undefined
      cells: number
      /** The cells, each with its bounds; empty if there are too many to draw. */
      cover: readonly CellBounds[]
      /** The outline of the cells as closed rings; empty if `cover` is empty. */
      outline: readonly (readonly Position[])[]
      /** The geohash of the covered cell nearest to the middle. */
      middle: string
      /** The squares of the public coverage that the cells are in; empty if `cover` is empty. */
      squares: readonly CoverageSquare[]
    }
  | { isValid: false; problem: string }

/** The size of an area, or why it cannot be queried. Fast enough to call on each movement of a pointer. */
export function measureSize(drawn: DrawnArea): { km2: number } | { problem: string } {
  try {
    return { km2: areaKm2(readDrawn(drawn)) }
  } catch (error) {
    if (!(error instanceof CairnError)) throw error
    return { problem: peopleWords(error) }
  }
}

/** @throws CairnError as `parseArea` does, and for an outline that crosses itself, because its inside is ambiguous */
function readDrawn(drawn: DrawnArea): Area {
  const { aoi, radius_m } = toAoi(drawn)
  const area = parseArea(aoi, radius_m)
  if (area.type === 'polygon' && area.rings.some(crosses))
    throw new CairnError('invalid_geometry', 'The outline crosses itself. Move or remove a corner.')
  return area
}

function crosses({ longitudes, latitudes, encircles }: Ring): boolean {
  // Around a pole, the ring does not close in degrees.
  if (encircles !== undefined) return false
  return crossesItself(Array.from(longitudes, (longitude, index) => [longitude, latitudes[index]!] as const))
}

/** Measures an area with the code with which the service checks it. */
export function measureArea(drawn: DrawnArea): Measured {
  try {
    const area = readDrawn(drawn)
    const runs = coverArea(area)
    const count = countCells(runs)
    const cells = count > maxDrawn ? [] : runs.flatMap(([low, high]) => range(low, high))
    return {
      isValid: true,
      km2: areaKm2(area),
      boxKm2: area.type === 'polygon' ? polygonBoxKm2(area as Polygon) : undefined,
      cells: count,
      cover: cells.map(cellBounds),
      outline: outlineCells(new Set(cells)),
      squares: squaresOf(cells),
      middle: cellToGeohash(middleOf(cells.length > 0 ? cells : [runs[0]![0]], boundsOf(drawn))),
    }
  } catch (error) {
    if (!(error instanceof CairnError)) throw error
    return { isValid: false, problem: peopleWords(error) }
  }
}

/** An error message for people: without the field name at its start, which is only useful to programs. */
export function peopleWords({ message, field }: CairnError): string {
  const said = withoutField(message, field)
  return `${said.slice(0, 1).toUpperCase()}${said.slice(1)}${/[.!?]$/.test(said) ? '' : '.'}`
}

function range(low: number, high: number): number[] {
  return Array.from({ length: high - low + 1 }, (_, index) => low + index)
}

function squaresOf(cells: readonly number[]): CoverageSquare[] {
  const counts = new Map<string, number>()
  for (const cell of cells) {
    const geohash = cellToGeohash(cell).slice(0, coveragePrecision)
    counts.set(geohash, (counts.get(geohash) ?? 0) + 1)
  }
  return Array.from(counts, ([geohash, count]) => ({ geohash, isWhole: count === cellsOfSquare }))
}

function middleOf(cells: readonly number[], { south, west, north, east }: CellBounds): number {
  const distance = (cell: number) => {
    const bounds = cellBounds(cell)
    const dy = (bounds.south + bounds.north - south - north) / 2
    const dx = (bounds.west + bounds.east - west - east) / 2
    return dy ** 2 + (((((dx + 180) % 360) + 360) % 360) - 180) ** 2
  }
  return cells.reduce((best, cell) => (distance(cell) < distance(best) ? cell : best))
}

/** A box round an area; its east is beyond 180 when it crosses the antimeridian. */
export function boundsOf(drawn: DrawnArea): CellBounds {
  if (drawn.type === 'circle') {
    const [longitude, latitude] = drawn.centre
    const half = (drawn.radiusM / 1_000 / 111.2) * 1.02
    const wide = half / Math.max(0.01, Math.cos((latitude * Math.PI) / 180))
    return { south: latitude - half, north: latitude + half, west: longitude - wide, east: longitude + wide }
  }
  const positions = drawn.rings[0] ?? []
  const [first] = positions
  const longitudes = positions.map(([longitude]) => {
    const step = longitude - first![0]
    return step > 180 ? longitude - 360 : step < -180 ? longitude + 360 : longitude
  })
  const latitudes = positions.map(([, latitude]) => latitude)
  return {
    south: Math.min(...latitudes),
    north: Math.max(...latitudes),
    west: Math.min(...longitudes),
    east: Math.max(...longitudes),
  }
}

/** The smallest number of pixels that a map on a small screen shows. */
const shownPixels = 300
/** A map has this part of its side as a margin around what it shows. */
const marginShare = 0.15

/** The map view with a box in its middle that shows all cells of it, with a margin. @param room the shorter side of the map, in pixels */
export function viewOf(box: CellBounds, room = shownPixels): MapView {
  const [x, y] = [(box.west + box.east) / 2, (box.south + box.north) / 2]
  const latitude = Math.max(-85, Math.min(85, y))
  const { south, west, north, east } = wholeCells(box)
  const wide = 2 * Math.max(x - west, east - x)
  // Mercator stretches both directions alike, which is precise enough for boxes of a few kilometres.
  const tall = (2 * Math.max(y - south, north - y)) / Math.cos((latitude * Math.PI) / 180)
  const zoom = Math.log2((360 * room) / (worldPixels * Math.max(wide, tall) * (1 + marginShare)))
  const longitude = ((((x + 540) % 360) + 360) % 360) - 180
  return { latitude, longitude, zoom: Math.max(0, Math.min(17, zoom)) }
}

/** The box around all cells that a box touches: a search is of whole cells. */
function wholeCells({ south, west, north, east }: CellBounds): CellBounds {
  // The edge of a cell is rounded in degrees. The rounding must not add the neighbouring cell.
  const tolerance = 1e-6
  const down = (degrees: number, size: number) => Math.floor(degrees / size + tolerance) * size
  const up = (degrees: number, size: number) => Math.ceil(degrees / size - tolerance) * size
  return {
    south: down(south, cellHeightDegrees),
    west: down(west, cellWidthDegrees),
    north: up(north, cellHeightDegrees),
    east: up(east, cellWidthDegrees),
  }
}
