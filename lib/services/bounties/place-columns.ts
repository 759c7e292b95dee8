import 'server-only'
import type { bounty } from '#db/schema/bounty'
import { placeOf } from '#lib/domain/bounty/bounty-place'
import { centreOf, geohashBounds } from '#lib/domain/geo/geohash-area'

type PlaceColumns = Pick<typeof bounty.$inferSelect, 'placeGeohash' | 'placeLatitude' | 'placeLongitude'>

/** The stored place of a brief: its cell, and the centre of the cell for searches by distance. */
export function placeColumns(brief: string): PlaceColumns {
  const geohash = placeOf(brief)
  const bounds = geohash === undefined ? undefined : geohashBounds(geohash)
  if (geohash === undefined || !bounds)
    return { placeGeohash: null, placeLatitude: null, placeLongitude: null }
  const { latitude, longitude } = centreOf(bounds)
  return { placeGeohash: geohash, placeLatitude: latitude, placeLongitude: longitude }
}
