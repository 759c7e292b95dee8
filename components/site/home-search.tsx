'use client'
import { useRouter } from 'next/navigation'
import { emptyState, writeExploreUrl } from '#lib/client/explore-url'
import { PlaceSearch } from '../explore/lazy.tsx'
import { townRadiusM } from '../explore/words.ts'

/** The place search of the start page: it leads to the map. */
export function HomeSearch() {
  const router = useRouter()
  return (
    <PlaceSearch
      onPick={({ position }) => {
        const area = { type: 'circle', centre: position, radiusM: townRadiusM } as const
        router.push(`/explore?${writeExploreUrl({ ...emptyState, area }).search}`)
      }}
    />
  )
}
