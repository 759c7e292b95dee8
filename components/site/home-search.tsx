'use client'
import { useRouter } from 'next/navigation'
import { PlaceSearch } from '../map/place-search.tsx'

/** The place search of the start page: it leads to the map. */
export function HomeSearch() {
  const router = useRouter()
  return (
    <PlaceSearch
      onPick={async (place) => {
        // Loaded now, because it brings the schemas of a query with it.
        const [{ areaAround, emptyState, writeExploreUrl }, { rememberFound }] = await Promise.all([
          import('#lib/client/explore-url'),
          import('#lib/client/found-places'),
        ])
        const area = areaAround(place)
        rememberFound(area, place.text)
        router.push(`/explore?${writeExploreUrl({ ...emptyState, area }).search}`)
      }}
    />
  )
}
