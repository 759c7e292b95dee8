'use client'
import { type CellBounds, geohashLength } from '#lib/domain/geohash'
import { geohashBounds } from '#lib/domain/geohash-area'
import { PlaceBox } from '../place/place-box.tsx'

/** One field that leads the map to a town, a position or a geohash, whichever is typed. */
export function PlaceSearch({ onGo }: { onGo: (bounds: CellBounds) => void }) {
  return (
    <PlaceBox
      characters={geohashLength}
      keeps="name"
      onPick={({ geohash }) => {
        const bounds = geohashBounds(geohash)
        if (bounds) onGo(bounds)
      }}
      input={{
        'aria-label': 'Go to a place: a town, latitude and longitude, or a geohash',
        placeholder: 'Town, lat, lon or geohash',
        className: 'field min-h-11 w-full rounded-full font-sans',
      }}
    />
  )
}
