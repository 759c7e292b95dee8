'use client'
import { useMemo, useState } from 'react'
import { viewOf } from '#lib/client/view-of'
import { centreOf, geohashAt, geohashBounds } from '#lib/domain/geo/geohash-area'
import type { MapView } from '../map/map-types.ts'

type Position = { latitude: number; longitude: number }
const usualCharacters = 6
const streetZoom = 13.4

/** The state of choosing a cell, shared by the name field and the map. */
export function usePlaceChoice(place: string | undefined, onPlace: (place: string | undefined) => void) {
  const [characters, setCharacters] = useState<number>(place?.length ?? usualCharacters)
  const [view, setView] = useState<MapView>(() => viewTo(place))
  const [seen, setSeen] = useState<MapView>(view)
  const bounds = useMemo(() => boundsOf(place), [place])
  const show = (geohash: string) => {
    setCharacters(geohash.length)
    setView(viewTo(geohash))
    onPlace(geohash)
  }
  return {
    ...{ place, characters, view, bounds, show },
    onView: setSeen,
    /** Takes the cell around a position. The map follows at its zoom, so that the whole cell stays in sight. */
    take: (position: Position) => {
      const geohash = geohashAt(position, characters)
      const [cell] = boundsOf(geohash)
      if (cell) setView({ ...centreOf(cell), zoom: seen.zoom })
      onPlace(geohash)
    },
    takeMiddle: () => onPlace(geohashAt(seen, characters)),
    resize: (count: number) => {
      setCharacters(count)
      const [now] = bounds
      if (!now || place === undefined) return
      // If a smaller cell is chosen, it is the one in the middle.
      show(place.length >= count ? place.slice(0, count) : geohashAt(centreOf(now), count))
    },
    remove: () => onPlace(undefined),
  }
}
export type PlaceChoice = ReturnType<typeof usePlaceChoice>

/** Streets are readable around a small cell. */
function viewTo(place: string | undefined): MapView {
  const view = viewOf(boundsOf(place))
  return place?.length === usualCharacters ? { ...view, zoom: streetZoom } : view
}

function boundsOf(place: string | undefined) {
  const bounds = place === undefined ? undefined : geohashBounds(place)
  return bounds ? [bounds] : []
}
