import { isWithin, overviewZoom, viewOf } from '#lib/client/view-of'
import type { CellBounds } from '#lib/domain/geo/geohash'
import { geohashLength } from '#lib/domain/geo/geohash'
import { centreOf, geohashAt, geohashBounds } from '#lib/domain/geo/geohash-area'
import type { MapView } from '#lib/domain/map/map-types'

/** A chosen area. */
export type ChosenPlace = {
  /** The geohash of the area. */
  place: string | undefined
  /** The smallest known cell around the place that was found or pressed. The area contains it. */
  spot?: string | undefined
  /** The text by which it was found; absent if it was chosen on the map. */
  placeName?: string | undefined
}
export type StreetMap = {
  /** A style that replaces our own, from the settings. It is taken to have streets everywhere. */
  styleUrl: string | undefined
  /** Where our own style has streets. */
  streets: CellBounds | undefined
}
export type Position = { latitude: number; longitude: number }

const streetZoom = 13.4
/** The room for which `viewOf` makes a view. */
const usualRoomPixels = 300
/** As a share of the side of an area. */
const edgeShare = 0.1

/** The area of a size around a position. Of the position, only the cell of six characters is stored. */
export function areaAround(position: Position, characters: number) {
  const spot = geohashAt(position, geohashLength)
  return { place: spot.slice(0, characters), spot }
}

/** The smallest known cell in an area. A link or a stored draft may not say it, or say one elsewhere. */
export function spotOf({ place, spot }: ChosenPlace): string | undefined {
  return place !== undefined && spot?.startsWith(place) ? spot : place
}

/** The same place in another size; `undefined` if it is not known where in the area the smaller one would lie. */
export function resized(chosen: ChosenPlace, characters: number): ChosenPlace | undefined {
  const spot = spotOf(chosen)
  return spot && spot.length >= characters ? { ...chosen, place: spot.slice(0, characters), spot } : undefined
}

/** True if much of what surrounds a position lies outside an area. */
export function isAtEdge(place: string, at: Position): boolean {
  const area = geohashBounds(place)
  if (!area) return false
  const right = (at.longitude - area.west) / (area.east - area.west)
  const up = (at.latitude - area.south) / (area.north - area.south)
  return Math.min(right, 1 - right, up, 1 - up) < edgeShare
}

export type Neighbour = { side: 'north' | 'south' | 'east' | 'west'; geohash: string }

/** The areas of the same size beyond the edges that a position is near, at most two. None lies beyond a pole. */
export function neighboursNear(place: string, at: Position): Neighbour[] {
  const area = geohashBounds(place)
  if (!area) return []
  const [high, wide] = [area.north - area.south, area.east - area.west]
  const right = (at.longitude - area.west) / wide
  const up = (at.latitude - area.south) / high
  const { latitude, longitude } = centreOf(area)
  const sides = [
    { side: 'east' as const, isNear: 1 - right < edgeShare, by: [0, wide] },
    { side: 'west' as const, isNear: right < edgeShare, by: [0, -wide] },
    { side: 'north' as const, isNear: 1 - up < edgeShare, by: [high, 0] },
    { side: 'south' as const, isNear: up < edgeShare, by: [-high, 0] },
  ] as const
  return sides.flatMap(({ side, isNear, by: [north, east] }) => {
    const middle = { latitude: latitude + north, longitude: ((longitude + east + 540) % 360) - 180 }
    return isNear && Math.abs(middle.latitude) < 90 ? { side, geohash: geohashAt(middle, place.length) } : []
  })
}

/** A place this far from the nearest town may be a mistake, such as swapped coordinates. */
const farKm = 40

/**
 * The name of an area if it gives a long distance from a town; `undefined` otherwise. If an area has no name at all, its name may
 * not have been loaded.
 */
export function farFromTown(name: string | undefined): string | undefined {
  const [, km] = name?.match(/^(\d+) km from /) ?? []
  return Number(km) >= farKm ? name : undefined
}

/** The smallest larger area around a position that does not have it at its edge, as a number of geohash characters; `undefined` if there is none. */
export function roomierSize(place: string, at: Position): number | undefined {
  const larger = [5, 4, 3].filter((characters) => characters < place.length)
  return larger.find((characters) => !isAtEdge(place.slice(0, characters), at))
}

/** The area for a place that was found: a large one for a town, unless its middle is at the edge, so that half of the town would lie outside. */
export function areaOf(found: {
  geohash: string
  spot: string
  position: readonly [number, number]
}): string {
  const [longitude, latitude] = found.position
  return isAtEdge(found.geohash, { latitude, longitude }) ? found.spot : found.geohash
}

/** The middle of the map: what was searched or pressed, to the precision of its cell. */
export function middleOf(chosen: ChosenPlace): Position | undefined {
  const bounds = geohashBounds(spotOf(chosen) ?? '')
  return bounds && centreOf(bounds)
}

/** True unless the map is nearly blank around the place when it is close. */
export function hasStreetsAt(chosen: ChosenPlace, { styleUrl, streets }: StreetMap): boolean {
  const middle = middleOf(chosen)
  return styleUrl !== undefined || !middle || isWithin(streets, middle)
}

/**
 * A map view with the spot in its middle, far enough away to show all of the area. Streets are readable around the smallest one. Where
 * the map has none, it is an overview, with the rivers, coasts, borders and towns around the place.
 *
 * @param roomPixels the shorter side of the map, without what covers it
 */
export function viewAround(chosen: ChosenPlace, map: StreetMap, roomPixels = usualRoomPixels): MapView {
  const view = closeView(chosen, roomPixels)
  return hasStreetsAt(chosen, map) ? view : { ...view, zoom: Math.min(view.zoom, overviewZoom) }
}

function closeView(chosen: ChosenPlace, roomPixels: number): MapView {
  const area = geohashBounds(chosen.place ?? '')
  const middle = middleOf(chosen)
  if (!area || !middle) return viewOf([])
  const { latitude, longitude } = middle
  const high = Math.max(area.north - latitude, latitude - area.south)
  const wide = Math.max(area.east - longitude, longitude - area.west)
  const around = {
    south: latitude - high,
    north: latitude + high,
    west: longitude - wide,
    east: longitude + wide,
  }
  if (chosen.place?.length === geohashLength) return { ...middle, zoom: streetZoom }
  return { ...middle, zoom: viewOf([around]).zoom + Math.log2(roomPixels / usualRoomPixels) }
}
