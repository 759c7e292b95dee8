import { earthRadiusM } from './earth.ts'
import type { CellBounds } from './geohash.ts'
import { centreOf, geohashBounds } from './geohash-area.ts'

/** Distance between two cells in metres: between their centres, and the least and most between any two places in them. */
export type CellDistance = { middleM: number; leastM: number; mostM: number }

/**
 * The distance of two geohashes of one to six characters. No two places in them are nearer than `leastM` or farther apart
 * than `mostM`: each lies within half a diagonal of its middle (triangle inequality).
 *
 * @returns `undefined` when either is no geohash
 */
export function cellDistance(one: string, other: string): CellDistance | undefined {
  const [from, to] = [geohashBounds(one), geohashBounds(other)]
  if (!from || !to) return undefined
  return within(distanceM(centreOf(from), centreOf(to)), reachOf(from) + reachOf(to))
}

/**
 * The distance from a position, which is more precise than a cell, to the nearest and the farthest place in the cell of a geohash of
 * one to six characters.
 *
 * @returns `undefined` if the text is not a geohash
 */
export function distanceFrom(place: Place, geohash: string): CellDistance | undefined {
  const bounds = geohashBounds(geohash)
  if (!bounds) return undefined
  const middleM = distanceM(place, centreOf(bounds))
  const rough = within(middleM, reachOf(bounds))
  // Beyond a quarter of the globe, the farthest place need not be a corner.
  if (rough.mostM > (Math.PI / 2) * earthRadiusM) return rough
  const { south, north, east, west } = bounds
  const corners = [south, north].flatMap((latitude) => [
    distanceM(place, { latitude, longitude: east }),
    distanceM(place, { latitude, longitude: west }),
  ])
  return { middleM, leastM: distanceM(place, nearestIn(bounds, place)), mostM: Math.max(...corners) }
}

/** The place of a cell that is nearest to a position less than a quarter of the globe away. */
function nearestIn({ south, north, east, west }: CellBounds, { latitude, longitude }: Place): Place {
  const beyondEast = turn(longitude - east)
  const beyondWest = turn(west - longitude)
  const isBetween = turn(longitude - west) <= east - west
  // The nearest place of a meridian is nearer to the pole than the position is.
  const away = isBetween ? 0 : Math.min(beyondEast, beyondWest)
  const foot =
    Math.atan2(Math.sin(latitude * degree), Math.cos(latitude * degree) * Math.cos(away * degree)) / degree
  return {
    latitude: Math.min(north, Math.max(south, foot)),
    longitude: isBetween ? longitude : beyondEast < beyondWest ? east : west,
  }
}

/** An angle in degrees, from 0 to less than 360. */
function turn(angle: number): number {
  return ((angle % 360) + 360) % 360
}

function within(middleM: number, reachM: number): CellDistance {
  return {
    middleM,
    leastM: Math.max(0, middleM - reachM),
    mostM: Math.min(Math.PI * earthRadiusM, middleM + reachM),
  }
}

/** The distance as text, with the precision that is known: `about 40 km`, `5 to 12 km`, `within 8 km`. */
export function describeDistance({ middleM, leastM, mostM }: CellDistance): string {
  const mostKm = Math.max(1, Math.ceil(mostM / 1_000))
  if (leastM < 1_000) return `within ${kilometres(mostKm)}`
  const isNarrow = mostM - leastM <= middleM / 2
  if (isNarrow) return `about ${kilometres(twoDigits(middleM / 1_000))}`
  return `${Math.floor(leastM / 1_000).toLocaleString('en')} to ${kilometres(Math.ceil(mostM / 1_000))}`
}

export type Place = { latitude: number; longitude: number }

const degree = Math.PI / 180

/** On a sphere (haversine). */
function distanceM(a: Place, b: Place): number {
  const latitude = Math.sin(((b.latitude - a.latitude) * degree) / 2) ** 2
  const longitude = Math.sin(((b.longitude - a.longitude) * degree) / 2) ** 2
  const chord = latitude + Math.cos(a.latitude * degree) * Math.cos(b.latitude * degree) * longitude
  return 2 * earthRadiusM * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** From the middle of a cell to its farthest corner. */
function reachOf(bounds: CellBounds): number {
  const middle = centreOf(bounds)
  const { south, north, east: longitude } = bounds
  return Math.max(
    distanceM(middle, { latitude: south, longitude }),
    distanceM(middle, { latitude: north, longitude }),
  )
}

function twoDigits(value: number): number {
  return Number(value.toPrecision(2))
}

function kilometres(value: number): string {
  return `${value.toLocaleString('en')} km`
}
