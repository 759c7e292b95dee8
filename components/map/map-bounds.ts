import type { Map as MapLibre } from 'maplibre-gl'
import type { CellBounds } from '#lib/domain/geo/geohash'
import { wrapBounds } from '#lib/domain/map/geometry'

/** The bounds of what a map shows, within ±180. */
export function wrappedBoundsOf(map: MapLibre): CellBounds {
  const bounds = map.getBounds()
  return wrapBounds({
    west: bounds.getWest(),
    south: bounds.getSouth(),
    east: bounds.getEast(),
    north: bounds.getNorth(),
  })
}
