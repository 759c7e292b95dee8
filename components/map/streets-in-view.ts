import type { CellBounds } from '#lib/domain/geo/geohash'
import { meets } from './coverage-look.ts'

/** From this zoom on, the overview of the world has hardly a river or border in view, and a map is expected to have streets. */
const expectedZoom = 11

/**
 * True if a view is so close that the reader expects streets, and has none of them.
 *
 * @param streets the bounds of the archive; `undefined` while they are not known
 * @param view the bounds of the map, within ±180
 */
export function lacksStreets(streets: CellBounds | undefined, view: CellBounds, zoom: number): boolean {
  return streets !== undefined && zoom >= expectedZoom && !meets(streets, view)
}
