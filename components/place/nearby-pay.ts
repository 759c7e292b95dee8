import { nearCharacters } from '#lib/client/board-url'
import { cellDistance } from '#lib/domain/geo/cell-distance'

const leastRadiusKm = 10

/** Where bounties are compared with a place: a cell for the address of the board, and the distance from its centre. */
export function nearbyArea(place: string): { geohash: string; radiusKm: number } {
  const geohash = place.slice(0, nearCharacters)
  // No two places of a cell are farther apart than its diagonal, so half of it reaches the corners from the centre.
  const reachKm = (cellDistance(geohash, geohash)?.mostM ?? 0) / 2 / 1_000
  return { geohash, radiusKm: Math.max(leastRadiusKm, Math.ceil(reachKm / 10) * 10) }
}

/** The bounties within the radius, by the centres of the cells as the board orders them. A shared prefix would miss neighbours across the edge of a cell. */
export function nearbyPay(
  area: { geohash: string; radiusKm: number },
  bounties: readonly { geohash: string | null; amount_usdc: number }[],
) {
  const amounts = bounties
    .filter(({ geohash }) => {
      const distance = geohash === null ? undefined : cellDistance(area.geohash, geohash)
      return distance !== undefined && distance.middleM <= area.radiusKm * 1_000
    })
    .map(({ amount_usdc }) => amount_usdc)
  return { count: amounts.length, leastUsdc: Math.min(...amounts), mostUsdc: Math.max(...amounts) }
}
