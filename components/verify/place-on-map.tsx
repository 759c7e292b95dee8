'use client'
import { CellMap } from '#components/place/cell-map'
import { PlaceName } from '#components/place/place-name'
import { QueryProvider } from '#components/query-provider'

/** The claimed cell with its name, never as a point. Without a name, the service is asked for it. */
export default function PlaceOnMap({ geohash, name }: { geohash: string; name?: string | undefined }) {
  return (
    <figure className="min-w-0">
      <CellMap
        geohash={geohash}
        shows="whole"
        isFirst
        className="aspect-[8/5] w-full rounded-md border border-line object-cover"
        alt="Map of the claimed cell"
      />
      <figcaption className="mt-2 text-sm">
        {name === undefined ? (
          <QueryProvider>
            <PlaceName geohash={geohash} className="font-semibold" />
          </QueryProvider>
        ) : (
          <span className="font-semibold wrap-anywhere">{name}</span>
        )}
        <span className="block text-xs text-soft">claimed place</span>
      </figcaption>
    </figure>
  )
}
