import { boundsOf } from '#lib/client/measure-area'
import { maxRadiusM, minRadiusM } from '#lib/domain/geo/area'
import type { CellBounds } from '#lib/domain/geo/geohash'
import { distanceM } from '#lib/domain/map/geometry'
import type { DrawnArea, MapView, Position } from '#lib/domain/map/map-types'

// The area that a search of the map's view asks for.

/** From this zoom on, the largest circle fills a large part of the map. */
const minZoom = 10
/** The radius of the circle as a share of the shorter side of the map. */
const share = 0.28

/** A circle in the middle of the map; `undefined` if the map shows a much larger area than a search accepts. */
export function areaInView(view: MapView, bounds: CellBounds): DrawnArea | undefined {
  if (view.zoom < minZoom) return undefined
  const { west, south, east, north } = bounds
  const middle = (south + north) / 2
  const width = distanceM([west, middle], [east < west ? east + 360 : east, middle])
  const height = distanceM([west, south], [west, north])
  const radiusM = Math.round((Math.min(width, height) * share) / 10) * 10
  return {
    type: 'circle',
    centre: [view.longitude, view.latitude],
    radiusM: Math.min(maxRadiusM, Math.max(minRadiusM, radiusM)),
  }
}

/** True if the map shows another place or zoom. A map rounds its view, so equal views differ by a little. */
export function hasMoved(before: MapView, now: MapView): boolean {
  return (
    Math.abs(before.latitude - now.latitude) > 1e-4 ||
    Math.abs(before.longitude - now.longitude) > 1e-4 ||
    Math.abs(before.zoom - now.zoom) > 0.02
  )
}

/** True if the area in view has another place or size than the searched area. */
export function isElsewhere(searched: DrawnArea | undefined, inView: DrawnArea): boolean {
  if (!searched || inView.type !== 'circle') return true
  const { centre, radiusM } = roundOf(searched)
  const ratio = inView.radiusM / radiusM
  return (
    distanceM(centre, inView.centre) > Math.min(radiusM, inView.radiusM) * 0.6 || ratio > 3 || ratio < 1 / 3
  )
}

function roundOf(area: DrawnArea): { centre: Position; radiusM: number } {
  if (area.type === 'circle') return area
  const { west, south, east, north } = boundsOf(area)
  const centre: Position = [(west + east) / 2, (south + north) / 2]
  return { centre, radiusM: Math.max(1, distanceM(centre, [east, north])) }
}
