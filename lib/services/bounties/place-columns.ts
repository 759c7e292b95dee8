import 'server-only'
import type { bounty } from '#db/schema/bounty'
import { placeOf } from '#lib/domain/bounty-place'
import { centreOf, geohashBounds } from '#lib/domain/geohash-area'

type PlaceColumns = Pick<typeof bounty.$inferSelect, 'placeGeohash' | 'placeLatitude' | 'placeLongitude'>

/** Where a brief says that it is to be filmed, as it is stored: the cell, and its middle for asking what is near. */
export function placeColumns(brief: string): PlaceColumns {
  const geohash = placeOf(brief)
  const bounds = geohash === undefined ? undefined : geohashBounds(geohash)
  if (geohash === undefined || !bounds)
    return { placeGeohash: null, placeLatitude: null, placeLongitude: null }
  const { latitude, longitude } = centreOf(bounds)
  return { placeGeohash: geohash, placeLatitude: latitude, placeLongitude: longitude }
}
