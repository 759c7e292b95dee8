import { type CairnError, fieldError, textAsNumber } from '#lib/domain/errors'
import { earthRadiusM } from '#lib/domain/geo/earth'
import { isObject } from '#lib/domain/text/json'

/**
 * An area of interest, validated. Longitudes of a polygon are unwrapped: they run on over ±180, so that every edge is a
 * straight line in the longitude/latitude plane (RFC 7946 §3.1.1).
 */
export type Area = Circle | Polygon
export type Circle = { type: 'circle'; latitude: number; longitude: number; radiusM: number }
export type Polygon = { type: 'polygon'; rings: readonly Ring[] }
export type Ring = {
  longitudes: Float64Array
  latitudes: Float64Array
  /** The pole that a ring encircles; its inside then reaches up to that pole. */
  encircles: 'north' | 'south' | undefined
}

export const maxBoundingBoxKm2 = 100
const maxPositions = 10_000
export const minRadiusM = 1
export const maxRadiusM = 5000
export const defaultRadiusM = 500

const degree = Math.PI / 180
/** Far more than the rounding error of adding whole turns to a longitude. */
const unwrapErrorDegrees = 1e-9

/**
 * Validates a GeoJSON geometry: a `Point` (with a radius, in metres) or a `Polygon`. Unknown members (`bbox`, `crs`) are
 * ignored, altitudes too; `radiusM` counts beside a Point only.
 *
 * An edge longer than 180° of longitude is taken the short way, over the antimeridian. The size of a polygon is that of
 * its bounding box on a sphere.
 *
 * @throws CairnError `invalid_geometry`, `invalid_request` (the radius) or `aoi_too_large`, with `field`
 */
export function parseArea(geometry: unknown, radiusM: unknown = defaultRadiusM): Area {
  if (!isObject(geometry))
    throw fault('aoi', 'must be a GeoJSON geometry: an object with "type" and "coordinates"')
  const { type, coordinates } = geometry
  if (type === 'Point') {
    const [longitude, latitude] = parsePosition(coordinates, 'aoi.coordinates')
    return { type: 'circle', latitude, longitude, radiusM: parseRadius(radiusM) }
  }
  if (type !== 'Polygon') throw fault('aoi.type', 'must be "Point" or "Polygon"')
  return parsePolygon(coordinates)
}

/** A circle with the two numbers of its position swapped, if that is a position too. */
export function swapPosition(area: Area): Circle | undefined {
  if (area.type !== 'circle' || Math.abs(area.longitude) > 90) return undefined
  return { ...area, latitude: area.longitude, longitude: area.latitude }
}

/** @throws CairnError `invalid_request`, with `field` */
export function parseRadius(radiusM: unknown = defaultRadiusM): number {
  if (typeof radiusM !== 'number' || !(radiusM >= minRadiusM && radiusM <= maxRadiusM)) {
    const rule = `must be a number of metres from ${minRadiusM} to ${maxRadiusM}`
    throw fieldError('radius_m', typeof radiusM === 'string' ? textAsNumber(rule) : rule)
  }
  return radiusM
}

function parsePolygon(coordinates: unknown): Polygon {
  const field = 'aoi.coordinates'
  if (!Array.isArray(coordinates) || coordinates.length === 0)
    throw fault(field, 'must be a list of rings: the outline first, then its holes')
  let positions = 0
  for (const ring of coordinates) positions += Array.isArray(ring) ? ring.length : 0
  if (positions > maxPositions)
    throw fault(
      field,
      `has ${positions.toLocaleString('en')} positions; at most ${maxPositions.toLocaleString('en')} are allowed`,
    )

  const rings = coordinates.map((ring, index) => parseRing(ring, `${field}.${index}`))
  const box = boundingBox(rings[0]!)
  const areaKm2 = boundingBoxKm2(box)
  if (areaKm2 > maxBoundingBoxKm2) throw areaTooLarge(areaKm2, `at most ${maxBoundingBoxKm2} km² are allowed`)
  for (let index = 1; index < rings.length; index++) placeHole(rings[index]!, box, `${field}.${index}`)
  return { type: 'polygon', rings }
}

/** The error for a bounding box above a limit. Its size is rounded up, so that one just above the limit does not read like the limit. */
export function areaTooLarge(boxKm2: number, limit: string): CairnError {
  const size = Math.ceil(boxKm2 * 10) / 10
  const text = size.toLocaleString('en', { maximumFractionDigits: size < 1000 ? 1 : 0 })
  const message = `covers ${text} km², measured by its bounding box; ${limit}. Split the area.`
  return fieldError('aoi', message, { code: 'aoi_too_large' })
}

function parseRing(ring: unknown, field: string): Ring {
  if (!Array.isArray(ring) || ring.length < 4)
    throw fault(field, 'must be a ring of at least four positions, the last equal to the first')
  const longitudes = new Float64Array(ring.length)
  const latitudes = new Float64Array(ring.length)
  let turns = 0
  let latitudeSum = 0
  ring.forEach((position, index) => {
    const [longitude, latitude] = parsePosition(position, `${field}.${index}`)
    if (index > 0) {
      const step = longitude - (ring[index - 1] as [number, number])[0]
      if (step > 180) turns--
      else if (step < -180) turns++
    }
    longitudes[index] = longitude + 360 * turns
    latitudes[index] = latitude
    latitudeSum += latitude
  })
  const last = ring.length - 1
  if (ring[last][0] !== ring[0][0] || ring[last][1] !== ring[0][1])
    throw fault(`${field}.${last}`, 'must equal the first position: a ring is closed')

  const { least: west, most: east } = extent(longitudes)
  // Edges from -180 to 180 have no short way: a ring of nothing else is meant as written, a band round the globe.
  if (west === east && ring.some((position) => position[0] !== ring[0][0])) {
    ring.forEach((position, index) => {
      longitudes[index] = position[0]
    })
    turns = 0
  } else if (Math.abs(turns) > 1 || east - west > 720) {
    throw fault(field, 'goes around the globe more than once')
  }
  return { longitudes, latitudes, encircles: turns === 0 ? undefined : latitudeSum >= 0 ? 'north' : 'south' }
}

function parsePosition(position: unknown, field: string): [longitude: number, latitude: number] {
  if (!Array.isArray(position) || position.length < 2 || position.length > 3)
    throw fault(field, 'must be a position: [longitude, latitude], in degrees')
  for (let index = 0; index < position.length; index++) {
    if (typeof position[index] !== 'number' || !Number.isFinite(position[index]))
      throw fault(`${field}.${index}`, 'must be a finite number')
  }
  const [longitude, latitude] = position as [number, number]
  if (longitude < -180 || longitude > 180)
    throw fault(`${field}.0`, 'is a longitude and must be within -180 to 180 degrees')
  if (latitude < -90 || latitude > 90)
    throw fault(`${field}.1`, 'is a latitude and must be within -90 to 90 degrees (longitude comes first)')
  return [longitude, latitude]
}

/** The size by which a polygon is limited: its bounding box, in km² on the sphere. */
export function polygonBoxKm2(polygon: Polygon): number {
  return boundingBoxKm2(boundingBox(polygon.rings[0]!))
}

/** The middle of a polygon's bounding box, in degrees, and its size in metres; `undefined` if it encircles a pole. */
export function polygonExtent(
  polygon: Polygon,
): { latitude: number; longitude: number; widthM: number; heightM: number } | undefined {
  const outline = polygon.rings[0]!
  if (outline.encircles !== undefined) return undefined
  const { west, south, east, north } = boundingBox(outline)
  const latitude = (south + north) / 2
  const middle = (west + east) / 2
  return {
    latitude,
    longitude: middle - 360 * Math.round(middle / 360),
    widthM: (east - west) * degree * earthRadiusM * Math.cos(latitude * degree),
    heightM: (north - south) * degree * earthRadiusM,
  }
}

/** False for a polygon whose edges lie on one line or cancel out, or whose holes leave nothing. Cells that its edges touch match all the same. */
export function hasInside({ rings: [outline, ...holes] }: Polygon): boolean {
  if (outline!.encircles !== undefined) return true
  const area = planeArea(outline!)
  const box = boundingBox(outline!)
  const rounding = (box.east - box.west) * (box.north - box.south) * 1e-9
  return holes.reduce((rest, hole) => rest - planeArea(hole), area) > rounding
}

/** The area of a ring in square degrees, by the sum of its parts with their signs. */
function planeArea({ longitudes, latitudes }: Ring): number {
  const [west, south] = [longitudes[0]!, latitudes[0]!]
  let twice = 0
  for (let index = 1; index < longitudes.length; index++)
    twice +=
      (longitudes[index - 1]! - west) * (latitudes[index]! - south) -
      (longitudes[index]! - west) * (latitudes[index - 1]! - south)
  return Math.abs(twice) / 2
}

type Box = { west: number; south: number; east: number; north: number }

function boundingBox(ring: Ring): Box {
  const { least: west, most: east } = extent(ring.longitudes)
  const { least: south, most: north } = extent(ring.latitudes)
  if (ring.encircles === undefined) return { west, south, east, north }
  const whole = { west, east: Math.max(east, west + 360) }
  return ring.encircles === 'north' ? { ...whole, south, north: 90 } : { ...whole, south: -90, north }
}

/** Spherical area between two meridians and two parallels: R²·Δλ·(sin φ₂ − sin φ₁). */
function boundingBoxKm2(box: Box): number {
  const width = Math.min(360, box.east - box.west) * degree
  // A difference of sines is imprecise for small boxes near the poles. This product is equal and precise.
  const height =
    2 * Math.cos(((box.north + box.south) / 2) * degree) * Math.sin(((box.north - box.south) / 2) * degree)
  return (earthRadiusM / 1000) ** 2 * width * height
}

/** Shifts a hole by whole turns to where its outline was unwrapped, and refuses one outside of it. */
function placeHole(hole: Ring, box: Box, field: string): void {
  const { least: west, most: east } = extent(hole.longitudes)
  const { least: south, most: north } = extent(hole.latitudes)
  const shift = 360 * Math.ceil((box.west - west) / 360 - unwrapErrorDegrees)
  const within = box.east - box.west >= 360 || east + shift <= box.east + unwrapErrorDegrees
  if (!within || south < box.south || north > box.north)
    throw fault(field, 'is a hole that reaches outside the outline')
  for (let index = 0; index < hole.longitudes.length; index++) hole.longitudes[index]! += shift
}

function extent(values: Float64Array): { least: number; most: number } {
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (value < least) least = value
    if (value > most) most = value
  }
  return { least, most }
}

function fault(field: string, message: string): CairnError {
  return fieldError(field, message, { code: 'invalid_geometry' })
}
