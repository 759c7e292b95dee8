import { cellDistance, describeDistance, distanceFrom, type Place } from '#lib/domain/geo/cell-distance'
import { capital } from '#lib/domain/text/capital'

/** How the place of a bounty relates to the reader's, in words. `isDistance`: they name a distance. */
export type PlaceBadge = { text: string; isDistance: boolean }

/**
 * @param geohash of the bounty; `null` if it has none
 * @param from where the reader is: a position, or the geohash of an area
 * @returns `undefined` if nothing can be said
 */
export function placeBadge(geohash: string | null, from: Place | string | undefined): PlaceBadge | undefined {
  if (geohash === null || from === undefined) return undefined
  if (isInside(geohash, from)) return { text: 'In this area', isDistance: false }
  const distance = typeof from === 'string' ? cellDistance(from, geohash) : distanceFrom(from, geohash)
  if (distance === undefined) return undefined
  // The two areas may touch, so a number would depend on their sizes more than on the distance.
  if (typeof from === 'string' && distance.leastM === 0) return { text: 'Near this area', isDistance: false }
  return { text: capital(describeDistance(distance)), isDistance: true }
}

/** Bounties by distance, with those in the area first: the service compares the middles of cells, and one outside may be nearer to that of the area. */
export function insideFirst<Entry extends { geohash: string | null }>(
  entries: readonly Entry[],
  from: Place | string | undefined,
): readonly Entry[] {
  return entries.toSorted((a, b) => Number(isInside(b.geohash, from)) - Number(isInside(a.geohash, from)))
}

function isInside(geohash: string | null, from: Place | string | undefined): boolean {
  return typeof from === 'string' && geohash !== null && geohash.startsWith(from)
}
