import 'server-only'
import { type SQL, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { earthRadiusM } from '#lib/domain/area'
import { CairnError } from '#lib/domain/errors'
import { centreOf, geohashBounds } from '#lib/domain/geohash-area'
import type { BoardCursor, BoardSort } from '#lib/schemas/board'

type Wish = { sort: BoardSort; near?: string | undefined; cursor?: BoardCursor | undefined }

export type BoardOrder = {
  by: SQL[]
  /** Where a row is in the order, as its cursor says it: whole seconds, or metres. */
  at: SQL<number>
  /** What comes after a cursor. */
  rest: SQL | undefined
}

/**
 * One of the board's orders, by what never changes of a bounty: when it was paid, when it ends, or how far it is, to a
 * metre. Ties go by id.
 *
 * @throws CairnError `invalid_request`: `nearest` without a place, or a cursor of another order
 */
export function boardOrder({ sort, near, cursor }: Wish): BoardOrder {
  if (sort === 'nearest' && near === undefined) throw fault('near', 'is missing: nearest to what?')
  if (cursor && cursor.sort !== sort)
    throw fault('cursor', `is of the order ${cursor.sort}; begin anew for another`)
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
  if (cursor && cursor.near !== near) throw fault('cursor', `is of what is near ${cursor.near}; begin anew`)
  const bounds = geohashBounds(near)
  if (!bounds) throw fault('near', 'must be a geohash of 1 to 6 characters')
  const metres = distanceFrom(centreOf(bounds))
  return {
    by: [metres, sql`${bounty.bountyId}`],
    at: metres.mapWith(Number),
    rest: cursor && sql`(${metres}, ${bounty.bountyId}) > (${cursor.at}::integer, ${cursor.bountyId}::text)`,
  }
}

/** Between the middles of two cells on a sphere (haversine), whole metres: the same number for every page. */
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

function fault(field: string, text: string): CairnError {
  return new CairnError('invalid_request', `${field}: ${text}`, { field })
}
