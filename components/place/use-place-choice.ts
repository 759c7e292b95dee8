'use client'
import { useState } from 'react'
import { geohashLength } from '#lib/domain/geo/geohash'
import type { MapView } from '../map/map-types.ts'
import {
  areaAround,
  type ChosenPlace,
  hasStreetsAt,
  pinOf,
  resized,
  type StreetMap,
  spotOf,
  viewAround,
} from './chosen-place.ts'

type Position = { latitude: number; longitude: number }

/** The state of choosing a cell, shared by the name field and the map. */
export function usePlaceChoice(chosen: ChosenPlace, map: StreetMap, onChosen: (chosen: ChosenPlace) => void) {
  const { place } = chosen
  const [characters, setCharacters] = useState<number>(place?.length ?? geohashLength)
  const [view, setView] = useState<MapView>(() => viewAround(chosen, map))
  const [seen, setSeen] = useState<MapView>(view)
  /** A change of this number renders a new search field: its text named the area that was chosen before. */
  const [field, setField] = useState(0)
  const show = (next: ChosenPlace) => {
    setCharacters(next.place?.length ?? geohashLength)
    setView(viewAround(next, map))
    onChosen(next)
  }
  const choose = (next: ChosenPlace) => {
    setField(field + 1)
    onChosen({ spot: undefined, placeName: undefined, ...next })
  }
  return {
    ...{ place, characters, view, field, show },
    name: chosen.placeName,
    hasStreets: hasStreetsAt(chosen, map),
    pin: pinOf(chosen),
    /** The most characters that the geohash of the area can have: those of the known cell. */
    finest: spotOf(chosen)?.length ?? geohashLength,
    onView: setSeen,
    /** Takes the cell around a position. The map follows at its zoom, or at one that shows the whole cell if that is larger. */
    take: (position: Position) => {
      const next = areaAround(position, characters)
      const whole = viewAround(next, map)
      const isSmall = characters >= geohashLength
      setView({ ...whole, zoom: isSmall ? seen.zoom : Math.min(seen.zoom, whole.zoom) })
      choose(next)
    },
    takeMiddle: () => choose(areaAround(seen, characters)),
    resize: (count: number) => {
      const next = resized(chosen, count)
      if (next) show(next)
    },
    remove: () => choose({ place: undefined }),
    /** Another name is typed: it replaces the area, which would otherwise be ordered under that name. */
    type: () => {
      if (place !== undefined) onChosen({ place: undefined, spot: undefined, placeName: undefined })
    },
  }
}
export type PlaceChoice = ReturnType<typeof usePlaceChoice>
