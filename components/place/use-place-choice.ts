'use client'
import { useState } from 'react'
import { geohashLength } from '#lib/domain/geo/geohash'
import { geohashAt } from '#lib/domain/geo/geohash-area'
import type { MapView } from '#lib/domain/map/map-types'
import {
  areaAround,
  type ChosenPlace,
  hasStreetsAt,
  isAtEdge,
  middleOf,
  type Neighbour,
  neighboursNear,
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
 * @param options.roomPixels the shorter side of the map, without what covers it
 * @param options.start where the map begins while no place is chosen
 */
export function usePlaceChoice(
  chosen: ChosenPlace,
  map: StreetMap,
  /** @param isLandmark true if a square, street or building was searched for, whose name says what is to be filmed */
  onChosen: (chosen: ChosenPlace, isLandmark: boolean) => void,
  options: { roomPixels: number | undefined; start: () => MapView },
) {
  const { place } = chosen
  const { roomPixels, start } = options
  /** Where exactly the place is. It stays on this page: only its cell is stored and sent. */
  const [pin, setPin] = useState<Position>()
  const [characters, setCharacters] = useState<number>(place?.length ?? geohashLength)
  const [view, setView] = useState<MapView>(() =>
    place === undefined ? start() : viewAround(chosen, map, roomPixels),
  )
  const [seen, setSeen] = useState<MapView>(view)
  /** A change of this number renders a new search field: its text named the area that was chosen before. */
  const [field, setField] = useState(0)
  /** A name is typed of which no place was chosen yet. The area stays, but is not ordered under that name. */
  const [isTyping, setIsTyping] = useState(false)
  /** True if a town was searched for. No warning of the edge is shown then, because the middle of a town is not the place to film. */
  const [isTown, setIsTown] = useState(false)
  /** The place that was chosen before the area beside it was taken instead. It lies outside of that area. */
  const [left, setLeft] = useState<{ chosen: ChosenPlace; pin: Position | undefined }>()
  const showOnly = (next: ChosenPlace, isLandmark = false) => {
    setCharacters(next.place?.length ?? geohashLength)
    setView(viewAround(next, map, roomPixels))
    onChosen(next, isLandmark)
  }
  const choose = (next: ChosenPlace, exact?: Position) => {
    setField(field + 1)
    setIsTyping(false)
    setIsTown(false)
    setPin(exact)
    setLeft(undefined)
    onChosen({ spot: undefined, placeName: undefined, ...next }, false)
  }
  const middle = pin ?? middleOf(chosen)
  const leftSpot = left && (left.pin ? geohashAt(left.pin, geohashLength) : spotOf(left.chosen))
  const isLeft = place !== undefined && leftSpot !== undefined && !leftSpot.startsWith(place)
  return {
    place,
    characters,
    view,
    field,
    isTyping,
    /** Takes a place that was found. @param exact where it is; absent if only its cell is known */
    show: (next: ChosenPlace, exact: Position | undefined, isOfTown: boolean) => {
      setPin(exact)
      setLeft(undefined)
      setIsTyping(false)
      setIsTown(isOfTown)
      showOnly(next, next.placeName !== undefined && !isOfTown)
    },
    name: chosen.placeName,
    hasStreets: hasStreetsAt(chosen, map),
    pin: place === undefined ? undefined : pin,
    /** True if the place is at the edge of its area, so that much of what surrounds it does not belong to the area. */
    isAtEdge: place !== undefined && middle !== undefined && !isTown && isAtEdge(place, middle),
    /** The areas beside it, for a place at the edge. */
    neighbours: place === undefined || middle === undefined || isTown ? [] : neighboursNear(place, middle),
    /** Takes the area beside it. The pin goes, because it lies outside of that one. */
    takeNeighbour: ({ geohash }: Neighbour) => {
      const next = { place: geohash, spot: undefined, placeName: undefined }
      setPin(undefined)
      setLeft({ chosen, pin })
      setIsTyping(false)
      setField(field + 1)
      showOnly(next)
    },
    /** Goes back to the area around the place for which the area beside it was taken; absent while that area contains it. */
    takeBack:
      left && isLeft
        ? () => {
            setPin(left.pin)
            setLeft(undefined)
            setField(field + 1)
            showOnly(left.chosen)
          }
        : undefined,
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
