import 'server-only'
import { type SQL, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { fieldError } from '#lib/domain/errors'
import { earthRadiusM } from '#lib/domain/geo/earth'
import { centreOf, geohashBounds } from '#lib/domain/geo/geohash-area'
import type { BoardCursor, BoardSort } from '#lib/schemas/board'

type Wish = { sort: BoardSort; near?: string | undefined; cursor?: BoardCursor | undefined }

export type BoardOrder = {
  by: SQL[]
  /** The sort key of a row in a cursor: whole seconds, or metres. */
  at: SQL<number>
  /** The condition for rows after a cursor. */
  rest: SQL | undefined
}

/**
 * An order of the board, by a fixed value of a bounty: the time of payment, the deadline, or the distance in
 * metres. Ties are ordered by id.
 *
 * @throws CairnError `invalid_request`: `nearest` without a place, or a cursor of another order
 */
export function boardOrder({ sort, near, cursor }: Wish): BoardOrder {
  if (sort === 'nearest' && near === undefined)
    throw fieldError('near', 'is missing: it is the place that `sort=nearest` measures from')
  if (cursor && cursor.sort !== sort)
    throw fieldError(
      'cursor',
      `belongs to the order ${cursor.sort}; start from the first page for another order`,
    )
  if (sort === 'nearest') return nearestTo(near!, cursor)
  const [key, direction, after] =
    sort === 'newest' ? [bounty.paidAt, sql`desc`, sql`<`] : [bounty.deadline, sql`asc`, sql`>`]
  return {
    by: [sql`${key} ${direction}`, sql`${bounty.bountyId} ${direction}`],
    at: sql`extract(epoch from ${key})::bigint`.mapWith(Number),
    rest:
      cursor &&
      sql`(${key}, ${bounty.bountyId}) ${after} (to_timestamp(${cursor.at}::bigint), ${cursor.bountyId}::text)`,
  }
}

function nearestTo(near: string, cursor: BoardCursor | undefined): BoardOrder {
  if (cursor && cursor.near !== near)
    throw fieldError('cursor', `belongs to the place ${cursor.near}; start from the first page`)
  const bounds = geohashBounds(near)
  if (!bounds) throw fieldError('near', 'must be a geohash of 1 to 6 characters')
  const metres = distanceFrom(centreOf(bounds))
  return {
    by: [metres, sql`${bounty.bountyId}`],
    at: metres.mapWith(Number),
    rest: cursor && sql`(${metres}, ${bounty.bountyId}) > (${cursor.at}::integer, ${cursor.bountyId}::text)`,
  }
}

/** Distance between the centres of two cells on a sphere (haversine) in whole metres, so that every page computes the same. */
function distanceFrom({ latitude, longitude }: { latitude: number; longitude: number }): SQL {
  const from = {
    latitude: sql`${latitude}::double precision`,
    longitude: sql`${longitude}::double precision`,
  }
  return sql`round(2 * ${earthRadiusM}::double precision * asin(least(1, sqrt(
    power(sin(radians(${bounty.placeLatitude} - ${from.latitude}) / 2), 2)
    + cos(radians(${from.latitude})) * cos(radians(${bounty.placeLatitude}))
    * power(sin(radians(${bounty.placeLongitude} - ${from.longitude}) / 2), 2)))))::integer`
}
