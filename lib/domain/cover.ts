import type { Area } from '#lib/domain/area'
import type { CellRun } from '#lib/domain/cell-runs'
import { coverCircle } from '#lib/domain/cover-circle'
import { coverPolygon } from '#lib/domain/cover-polygon'

/**
 * The cells that an area touches, borders included on both sides, as sorted, disjoint runs.
 *
 * @throws CairnError `aoi_too_large` when the area is drawn so that it would cost too much
 */
export function coverArea(area: Area): CellRun[] {
  return area.type === 'circle' ? coverCircle(area) : coverPolygon(area)
}
