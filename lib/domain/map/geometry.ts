import { earthRadiusM } from '#lib/domain/geo/earth'
import type { CellBounds } from '#lib/domain/geo/geohash'
import { unwrapLine } from '#lib/domain/geo/unwrap-line'
import type { DrawnArea, Position } from '#lib/domain/map/map-types'

// Positions, rings and bounds on a map.

const degree = Math.PI / 180
const circlePoints = 96

/** The same meridian within -180 to 180. */
export function wrapLongitude(longitude: number): number {
  if (longitude >= -180 && longitude <= 180) return longitude
  return longitude - 360 * Math.floor((longitude + 180) / 360)
}

/** The ring, counter-clockwise and closed (RFC 7946 §3.1.6), of a rectangle between two meridians and two parallels. */
export function rectangle({ west, south, east, north }: CellBounds): Position[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
}

/** Metres along a great circle (haversine). */
export function distanceM(from: Position, to: Position): number {
  const [latitude1, latitude2] = [from[1] * degree, to[1] * degree]
  const halfHeight = Math.sin((latitude2 - latitude1) / 2)
  const halfWidth = Math.sin(((to[0] - from[0]) * degree) / 2)
  const h = halfHeight ** 2 + Math.cos(latitude1) * Math.cos(latitude2) * halfWidth ** 2
  return 2 * earthRadiusM * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** The position at a distance in metres from another, along a bearing in radians clockwise from north; longitudes may exceed ±180. */
export function positionAt(from: Position, bearing: number, metres: number): Position {
  const angle = metres / earthRadiusM
  const latitude = from[1] * degree
  const sine = Math.sin(latitude) * Math.cos(angle) + Math.cos(latitude) * Math.sin(angle) * Math.cos(bearing)
  const east = Math.sin(bearing) * Math.sin(angle) * Math.cos(latitude)
  const longitude = from[0] + Math.atan2(east, Math.cos(angle) - Math.sin(latitude) * sine) / degree
  return [longitude, Math.asin(Math.max(-1, Math.min(1, sine))) / degree]
}

/** The rings of an area, closed; longitudes may exceed ±180, so that no edge goes the long way round. */
export function ringsOf(area: DrawnArea): Position[][] {
  if (area.type === 'polygon') return area.rings.map(unwrapLine)
  const { centre, radiusM } = area
  const ring = Array.from({ length: circlePoints }, (_, index) =>
    positionAt(centre, (index / circlePoints) * 2 * Math.PI, radiusM),
  )
  return [[...ring, ring[0]!]]
}

/**
 * Tells whether an area overlaps what a map shows.
 *
 * @param view the bounds of the map, as `wrapBounds` returns them
 * @param bounds of the area, which must not cross the antimeridian
 */
export function isInView(view: CellBounds, bounds: CellBounds): boolean {
  if (bounds.south > view.north || bounds.north < view.south) return false
  const isWestOfEast = bounds.west <= view.east
  const isEastOfWest = bounds.east >= view.west
  return view.west <= view.east ? isWestOfEast && isEastOfWest : isWestOfEast || isEastOfWest
}

/**
 * The bounds of a map, within ±180 and ±90: `west` is more than `east` if it shows the antimeridian, and a map of the whole globe goes from
 * -180 to 180.
 */
export function wrapBounds({ west, south, east, north }: CellBounds): CellBounds {
  const latitudes = { south: Math.max(-90, south), north: Math.min(90, north) }
  if (east - west >= 360) return { west: -180, east: 180, ...latitudes }
  return { west: wrapLongitude(west), east: wrapLongitude(east), ...latitudes }
}
