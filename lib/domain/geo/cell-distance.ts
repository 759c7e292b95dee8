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
  const bounds = geohashBounds(one)
  return bounds && distanceFrom(centreOf(bounds), other, reachOf(bounds))
}

/**
 * The distance from a position, which is more precise than a cell, to the cell of a geohash of one to six characters.
 *
 * @param spreadM the uncertainty of the position, in metres
 * @returns `undefined` if the text is not a geohash
 */
export function distanceFrom(place: Place, geohash: string, spreadM = 0): CellDistance | undefined {
  const bounds = geohashBounds(geohash)
  if (!bounds) return undefined
  const middleM = distanceM(place, centreOf(bounds))
  const reachM = spreadM + reachOf(bounds)
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
