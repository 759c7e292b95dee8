import type { Area } from '#lib/domain/geo/area'
import type { CellRun } from '#lib/domain/geo/cell-runs'
import { coverCircle } from '#lib/domain/geo/cover-circle'
import { coverPolygon } from '#lib/domain/geo/cover-polygon'

/**
 * The cells that an area touches, borders included on both sides, as sorted, disjoint runs.
 *
 * @throws CairnError `aoi_too_large` when the area is drawn so that it would cost too much
 */
export function coverArea(area: Area): CellRun[] {
  return area.type === 'circle' ? coverCircle(area) : coverPolygon(area)
}
