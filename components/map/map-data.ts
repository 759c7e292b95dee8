import type { Feature, FeatureCollection, LineString, Point, Polygon } from 'geojson'
import { type CellBounds, geohashLength } from '#lib/domain/geo/geohash'
import { centreOf, geohashBounds } from '#lib/domain/geo/geohash-area'
import { rectangle, ringsOf } from '#lib/domain/map/geometry'
import type { DrawnArea, MapCell, Position } from '#lib/domain/map/map-types'
import { ageStep } from './age-ramp.ts'
import { areaOf, type Sketch } from './drawing.ts'

// Cells and areas as GeoJSON for the layers of a map.

type Shapes = FeatureCollection<Polygon | LineString | Point>

/** Cells as rectangles, with their centres. A name that is not a geohash of one to six characters is omitted. */
export function cellShapes(cells: readonly MapCell[]): Shapes {
  return collect(
    cells.flatMap(({ geohash, ageSeconds }) => {
      const bounds = geohashBounds(geohash)
      if (!bounds) return []
      return withCentre(bounds, { geohash, step: ageStep(ageSeconds) })
    }),
  )
}

/** With more cells than this, the map is usually too far away for the names of towns to cover cells. */
const mostCellsWithRoom = 500

/** The smallest cells with half a cell around each, for the half of a name that begins outside of it; none if there are too many. */
export function roomOfCells(cells: readonly MapCell[]): CellBounds[] {
  if (cells.length > mostCellsWithRoom) return []
  return cells.flatMap(({ geohash }) => {
    const bounds = geohash.length === geohashLength ? geohashBounds(geohash) : undefined
    if (!bounds) return []
    const { west, south, east, north } = bounds
    const [x, y] = [(east - west) / 2, (north - south) / 2]
    return [{ west: west - x, south: south - y, east: east + x, north: north + y }]
  })
}

/** Coarse cells of the public coverage. */
export function coverageShapes(geohashes: readonly string[]): Shapes {
  return collect(
    geohashes.flatMap((geohash) => {
      const bounds = geohashBounds(geohash)
      return bounds ? withCentre(bounds, { geohash }) : []
    }),
  )
}

/** A rectangle, and its centre for the zooms at which the rectangle is too small to be seen. */
function withCentre(bounds: CellBounds, properties: object): [Feature<Polygon>, Feature<Point>] {
  const { latitude, longitude } = centreOf(bounds)
  return [polygon([rectangle(bounds)], properties), point([longitude, latitude], properties)]
}

export function outlineShapes(rings: readonly (readonly Position[])[]): Shapes {
  return collect(rings.map(lineOf))
}

export function areaShapes(area: DrawnArea | undefined): Shapes {
  return collect(area ? [polygon(ringsOf(area))] : [])
}

/** The points set so far, and the line to the pointer. */
export function sketchShapes(sketch: Sketch | undefined, pointer: Position | undefined): Shapes {
  if (!sketch || sketch.corners.length === 0) return collect([])
  const points = sketch.corners.map((corner) => point(corner))
  const line = pointer ? [...sketch.corners, pointer] : sketch.corners
  const area = sketch.tool === 'circle' ? areaOf(sketch, pointer) : undefined
  return collect([
    ...points,
    ...(line.length > 1 ? [lineOf(line)] : []),
    // The circle itself is drawn where the map shows its centre, which may be a full turn outside ±180.
    ...(area?.type === 'circle' ? [polygon(ringsOf({ ...area, centre: sketch.corners[0]! }))] : []),
  ])
}

function collect(features: Feature<Polygon | LineString | Point>[]): Shapes {
  return { type: 'FeatureCollection', features }
}

function polygon(coordinates: Position[][], properties = {}): Feature<Polygon> {
  return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates } }
}

function lineOf(coordinates: readonly Position[]): Feature<LineString> {
  return { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: [...coordinates] } }
}

function point(coordinates: Position, properties = {}): Feature<Point> {
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates } }
}
