import { cellDistance, describeDistance, distanceFrom, type Place } from '#lib/domain/geo/cell-distance'

/** How the place of a bounty lies to the reader's: in words, and whether these name a distance. */
export type PlaceBadge = { text: string; order: 'in' | 'near' | 'distance' }

/**
 * @param geohash of the bounty; `null` if it has none
 * @param from where the reader is: a position, or the geohash of an area
 * @returns `undefined` if nothing can be said
 */
export function placeBadge(geohash: string | null, from: Place | string | undefined): PlaceBadge | undefined {
  if (geohash === null || from === undefined) return undefined
  if (typeof from === 'string' && geohash.startsWith(from)) return { text: 'In this area', order: 'in' }
  const distance = typeof from === 'string' ? cellDistance(from, geohash) : distanceFrom(from, geohash)
  if (distance === undefined) return undefined
  // The two areas may touch, so a number would depend on their sizes more than on the distance.
  if (typeof from === 'string' && distance.leastM === 0) return { text: 'Near this area', order: 'near' }
  const words = describeDistance(distance)
  return { text: words.charAt(0).toUpperCase() + words.slice(1), order: 'distance' }
}

/** Bounties by distance, with those in the area first: the service compares the middles of cells, and one outside may be nearer to that of the area. */
export function insideFirst<Entry extends { geohash: string | null }>(
  entries: readonly Entry[],
  from: Place | string | undefined,
): readonly Entry[] {
  const isOutside = ({ geohash }: Entry) => placeBadge(geohash, from)?.order !== 'in'
  return entries.toSorted((a, b) => Number(isOutside(a)) - Number(isOutside(b)))
}
