import type { CellBounds } from '#lib/domain/geo/geohash'
import { centreOf, isIn } from '#lib/domain/geo/geohash-area'
import { latitudeOf, mercator } from '#lib/domain/geo/tile'
import type { MapView } from '#lib/domain/map/map-types'
import { worldPixels } from '#lib/domain/map/world-frame'

const world: MapView = { latitude: 25, longitude: 10, zoom: 0.8 }
/** About the shorter side of our maps, without a margin. */
const roomPixels = 300
const zooms = { least: 0.5, most: 11.5 }
const marginZooms = 0.35
/** The last zoom at which the overview of the world has a river or a border of a region in most views: a closer one of it is nearly blank. */
export const overviewZoom = 8.5

/**
 * A view for finding one's bearings: `viewOf`, but no closer than the overview of the world unless there are streets around the middle
 * of a rectangle. If there are around all of them, it is closer on a high map, which would otherwise show where they end.
 *
 * @param streets where the map has streets; `undefined` for nowhere
 * @param heightPixels of the map
 */
export function orientingViewOf(
  all: readonly CellBounds[],
  streets: CellBounds | undefined,
  heightPixels = roomPixels,
): MapView {
  const view = viewOf(all)
  const inStreets = all.filter((each) => isWithin(streets, centreOf(each)))
  if (inStreets.length === 0) return { ...view, zoom: Math.min(view.zoom, overviewZoom) }
  if (!streets) return view
  // With a margin, because places are at the edge of what is shown, where two lines of credits would cover them.
  if (inStreets.length < all.length) return { ...view, zoom: Math.max(zooms.least, view.zoom - marginZooms) }
  const middle = fromTop(view.latitude)
  const toTheirEnd = Math.min(middle - fromTop(streets.north), fromTop(streets.south) - middle)
  const filled = zoomAt(heightPixels, 2 * toTheirEnd)
  return { ...view, zoom: Math.max(view.zoom, Math.min(filled, zoomAt(roomPixels, sizeOf(all)))) }
}

/** The map view that shows all of some rectangles. Without rectangles, the whole world. */
export function viewOf(all: readonly CellBounds[]): MapView {
  const bounds = boundsOf(all)
  if (!bounds) return world
  const { longitude } = centreOf(bounds)
  return {
    latitude: latitudeOf((fromTop(bounds.north) + fromTop(bounds.south)) / 2),
    longitude: longitude - 360 * Math.round(longitude / 360),
    zoom: Math.min(zooms.most, Math.max(zooms.least, zoomAt(roomPixels, sizeOf(all)))),
  }
}

/** The smallest rectangle around all; `undefined` without any. */
function boundsOf(all: readonly CellBounds[]): CellBounds | undefined {
  const [first] = all
  if (!first) return undefined
  // The shorter way round: a cell beyond the antimeridian is shifted to this side of it.
  const middle = centreOf(first).longitude
  const moved = all.map((each) => {
    const turn = 360 * Math.round((middle - centreOf(each).longitude) / 360)
    return { ...each, west: each.west + turn, east: each.east + turn }
  })
  return {
    south: within85(Math.min(...moved.map(({ south }) => south))),
    north: within85(Math.max(...moved.map(({ north }) => north))),
    west: Math.min(...moved.map(({ west }) => west)),
    east: Math.max(...moved.map(({ east }) => east)),
  }
}

/** The longer side of the rectangle around all, as a share of the world. */
function sizeOf(all: readonly CellBounds[]): number {
  const bounds = boundsOf(all)
  if (!bounds) return 1
  const height = Math.abs(fromTop(bounds.north) - fromTop(bounds.south))
  return Math.max(height, (bounds.east - bounds.west) / 360)
}

/** The zoom at which a share of the world is this long. */
function zoomAt(pixels: number, share: number): number {
  return Math.log2(pixels / (worldPixels * Math.max(share, 1e-9)))
}

export function isWithin(bounds: CellBounds | undefined, at: { latitude: number; longitude: number }) {
  return bounds !== undefined && isIn(bounds, at)
}

/** Web Mercator maps end at ±85°. */
function within85(latitude: number): number {
  return Math.min(85, Math.max(-85, latitude))
}

/** The distance from the top of the world, 0 to 1. */
function fromTop(latitude: number): number {
  return mercator(0, latitude).y
}
