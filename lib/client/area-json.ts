import { defaultRadiusM, parseArea } from '#lib/domain/geo/area'
import type { DrawnArea, Position } from '#lib/domain/map/map-types'
import { isObject } from '#lib/domain/text/json'
import { tidyArea } from './explore-url.ts'

// The area of a query as GeoJSON.

/** The area in the form of a query. */
export function toAoi(area: DrawnArea): { aoi: object; radius_m?: number } {
  return area.type === 'circle'
    ? { aoi: { type: 'Point', coordinates: area.centre }, radius_m: area.radiusM }
    : { aoi: { type: 'Polygon', coordinates: area.rings } }
}

/**
 * Reads an area from a GeoJSON geometry, a Feature or FeatureCollection of one, or the body of a query.
 *
 * @param radiusM radius of the circle around a Point without one, in metres
 * @throws Error whose message tells a person what is wrong with it
 */
export function readAreaJson(json: unknown, radiusM: number = defaultRadiusM): DrawnArea {
  const body = isObject(json) && isObject(json.aoi) ? json : undefined
  if (body) return fromGeometry(body.aoi, body.radius_m ?? radiusM)
  if (isObject(json) && json.type === 'FeatureCollection') {
    const features = Array.isArray(json.features) ? json.features : []
    if (features.length !== 1)
      throw new Error(
        `This FeatureCollection has ${features.length} features; a query takes one area. Paste one of them.`,
      )
    return readAreaJson(features[0], radiusM)
  }
  if (isObject(json) && json.type === 'Feature') {
    const own = isObject(json.properties) ? json.properties.radius_m : undefined
    return fromGeometry(json.geometry, typeof own === 'number' ? own : radiusM)
  }
  return fromGeometry(json, radiusM)
}

function fromGeometry(given: unknown, radiusM: unknown): DrawnArea {
  const parts = isObject(given) && given.type === 'MultiPolygon' ? given.coordinates : undefined
  if (Array.isArray(parts) && parts.length > 1)
    throw new Error(`This MultiPolygon has ${parts.length} polygons; a query takes one. Paste one of them.`)
  const geometry = Array.isArray(parts) ? { type: 'Polygon', coordinates: parts[0] } : given
  // The same code with which the service refuses areas; its messages name the wrong member.
  const area = parseArea(geometry, radiusM)
  const { coordinates } = geometry as { coordinates: unknown }
  return tidyArea(
    area.type === 'circle'
      ? { type: 'circle', centre: [area.longitude, area.latitude], radiusM: area.radiusM }
      : {
          type: 'polygon',
          rings: (coordinates as number[][][]).map((ring) => ring.map(([x, y]): Position => [x!, y!])),
        },
  )
}
