import { centreOf, geohashBounds } from '#lib/domain/geo/geohash-area'
import { latitudeOf, mercator } from '#lib/domain/geo/tile'

/** The width and height of the whole world at zoom 0, in pixels, as MapLibre draws it. */
export const worldPixels = 512

/** The world must be this many times as high as the map. Our world views are centred at about 25° north, so a smaller one would leave space beyond the pole. */
export const worldHeightTimes = 1.2

/**
 * The still pictures of the world end at these latitudes: the regions beyond are uninhabited, and the Mercator projection
 * enlarges them.
 */
export const drawnLatitudes = { north: 78, south: -58 }

/** Width and height in pixels. */
type Room = { width: number; height: number }

/** The part of the world that a map shows first. The position is its centre, and the spans are shares of the square of the world. */
export type WorldFrame = { longitude: number; latitude: number; spanX: number; spanY: number }

const wholeWorld: WorldFrame = { longitude: 10, latitude: 25, spanX: 1, spanY: 1 }
/** A wider frame is shown as the whole world. */
const widestSpan = 0.25
const leastSpan = 0.001
/** The centre is never closer to a pole, where a map would show the space beyond. */
const northernmost = 62
/** The frame takes at most these shares of the width and the height of the map. */
export const frameShare = { width: 0.8, height: 0.7 }
/** The world is at most this large, zoom 3: a single place is shown with its continent. */
export const mostWorldPixels = 4_096

/** The part of the world in which there are cells, or the whole world. */
export function frameOf(cells: readonly string[]): WorldFrame {
  const points = cells.flatMap(centreInWorld)
  if (points.length === 0) return wholeWorld
  const [left, right] = rangeOf(points.map(({ x }) => x))
  const [top, bottom] = rangeOf(points.map(({ y }) => y))
  if (right - left > widestSpan || bottom - top > widestSpan) return wholeWorld
  const latitude = latitudeOf((top + bottom) / 2)
  return {
    longitude: ((left + right) / 2) * 360 - 180,
    latitude: Math.max(-northernmost, Math.min(northernmost, latitude)),
    spanX: Math.max(leastSpan, right - left),
    spanY: Math.max(leastSpan, bottom - top),
  }
}

/** The centre of a cell as fractions of the width and height of the world; an empty list for a text that is not a geohash. */
export function centreInWorld(cell: string): { x: number; y: number }[] {
  const bounds = geohashBounds(cell)
  if (!bounds) return []
  const { longitude, latitude } = centreOf(bounds)
  return [mercator(longitude, latitude)]
}

/** The width of the world in pixels, so that the frame fits in a map and the world fills it. `still-map.tsx` says the same in CSS. */
export function worldSize({ spanX, spanY }: Pick<WorldFrame, 'spanX' | 'spanY'>, room: Room): number {
  const fitting = Math.min(
    (room.width * frameShare.width) / spanX,
    (room.height * frameShare.height) / spanY,
    mostWorldPixels,
  )
  return Math.max(leastWorldSize(room), fitting)
}

/** The view of a map in which the frame fits, with the zoom of MapLibre. */
export function viewOfFrame(frame: WorldFrame, room: Room) {
  const { latitude, longitude } = frame
  return { latitude, longitude, zoom: Math.log2(worldSize(frame, room) / worldPixels) }
}

/** The zoom at which the world fills a map once. A map that zooms out further would show the same places twice, or empty space. */
export function leastZoom(room: Room): number {
  return Math.max(0, Math.log2(leastWorldSize(room) / worldPixels))
}

function leastWorldSize({ width, height }: Room): number {
  return Math.max(width, height * worldHeightTimes, 1)
}

function rangeOf(values: readonly number[]): [least: number, greatest: number] {
  return values.reduce(
    ([least, greatest], value): [number, number] => [Math.min(least, value), Math.max(greatest, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
}
