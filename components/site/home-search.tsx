'use client'
import { useRouter } from 'next/navigation'
import { PlaceSearch } from '../map/place-search.tsx'

/** The place search of the start page: it leads to the map. */
export function HomeSearch() {
  const router = useRouter()
  return (
    <PlaceSearch
      onPick={async ({ position }) => {
        // Loaded now, because it brings the schemas of a query with it.
        const { emptyState, townRadiusM, writeExploreUrl } = await import('#lib/client/explore-url')
        const area = { type: 'circle', centre: position, radiusM: townRadiusM } as const
        router.push(`/explore?${writeExploreUrl({ ...emptyState, area }).search}`)
      }}
    />
  )
}
