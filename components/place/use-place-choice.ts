'use client'
import { useState } from 'react'
import { geohashLength } from '#lib/domain/geo/geohash'
import type { MapView } from '../map/map-types.ts'
import {
  areaAround,
  type ChosenPlace,
  hasStreetsAt,
  isAtEdge,
  middleOf,
  type Position,
  resized,
  roomierSize,
  type StreetMap,
  spotOf,
  viewAround,
} from './chosen-place.ts'

/**
 * The state of choosing a cell, shared by the name field and the map.
 *
 * @param roomPixels the shorter side of the map, without what covers it
 */
export function usePlaceChoice(
  chosen: ChosenPlace,
  map: StreetMap,
  onChosen: (chosen: ChosenPlace) => void,
  roomPixels?: number,
) {
  const { place } = chosen
  /** Where exactly the place is. It stays on this page: only its cell is stored and sent. */
  const [pin, setPin] = useState<Position>()
  const [characters, setCharacters] = useState<number>(place?.length ?? geohashLength)
  const [view, setView] = useState<MapView>(() => viewAround(chosen, map, roomPixels))
  const [seen, setSeen] = useState<MapView>(view)
  /** A change of this number renders a new search field: its text named the area that was chosen before. */
  const [field, setField] = useState(0)
  /** A name is typed of which no place was chosen yet. The area stays, but is not ordered under that name. */
  const [isTyping, setIsTyping] = useState(false)
  /** True if a town was searched for. No warning of the edge is shown then, because the middle of a town is not the place to film. */
  const [isTown, setIsTown] = useState(false)
  const showOnly = (next: ChosenPlace) => {
    setCharacters(next.place?.length ?? geohashLength)
    setView(viewAround(next, map, roomPixels))
    onChosen(next)
  }
  const choose = (next: ChosenPlace, exact?: Position) => {
    setField(field + 1)
    setIsTyping(false)
    setIsTown(false)
    setPin(exact)
    onChosen({ spot: undefined, placeName: undefined, ...next })
  }
  const middle = pin ?? middleOf(chosen)
  return {
    ...{ place, characters, view, field, isTyping },
    /** Takes a place that was found. @param exact where it is; absent if only its cell is known */
    show: (next: ChosenPlace, exact: Position | undefined, isOfTown: boolean) => {
      setPin(exact)
      setIsTyping(false)
      setIsTown(isOfTown)
      showOnly(next)
    },
    name: chosen.placeName,
    hasStreets: hasStreetsAt(chosen, map),
    pin: place === undefined ? undefined : pin,
    /** True if the place is at the edge of its area, so that much of what surrounds it does not belong to the area. */
    isAtEdge: place !== undefined && middle !== undefined && !isTown && isAtEdge(place, middle),
    /** A larger size in which the place is not at the edge. */
    roomier: place === undefined || middle === undefined ? undefined : roomierSize(place, middle),
    /** The most characters that the geohash of the area can have: those of the known cell. */
    finest: spotOf(chosen)?.length ?? geohashLength,
    onView: setSeen,
    /** Takes the cell around a position. The map follows at its zoom, or at one that shows the whole cell if that is larger. */
    take: (position: Position) => {
      const next = areaAround(position, characters)
      const whole = viewAround(next, map, roomPixels)
      const isSmall = characters >= geohashLength
      setView({ ...whole, zoom: isSmall ? seen.zoom : Math.min(seen.zoom, whole.zoom) })
      choose(next, position)
    },
    takeMiddle: () => choose(areaAround(seen, characters), seen),
    resize: (count: number) => {
      const next = resized(chosen, count)
      if (next) showOnly(next)
    },
    remove: () => choose({ place: undefined }),
    type: (text: string) => setIsTyping(text.trim() !== ''),
  }
}
export type PlaceChoice = ReturnType<typeof usePlaceChoice>
