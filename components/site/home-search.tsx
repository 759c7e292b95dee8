'use client'
import { useRouter } from 'next/navigation'
import { PlaceSearch } from '../map/place-search.tsx'
import { rememberTyped } from '../place/typed-place.ts'

/** The place search of the start page: it leads to the map, whose search has the words that found nothing here. */
export function HomeSearch() {
  const router = useRouter()
  return (
    <PlaceSearch
      onText={rememberTyped}
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
