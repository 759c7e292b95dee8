import { dot, type Lens } from '../geometry.ts'
import type { DepthView } from '../surface/depth-view.ts'
import { isBounding, markCorners } from './bounding.ts'
import { chooseCells } from './choose-cells.ts'
import { drawPlanes, type FilledGrid } from './draw-planes.ts'
import { findLids } from './find-lids.ts'
import { type FoundPlane, findPlanes } from './find-planes.ts'
import { type JudgedCells, type JudgingView, judgeCells } from './judge-cells.ts'
import { plainPixels } from './plain-pixels.ts'
import { gridAround, type PlaneGrid } from './plane-grid.ts'
import { samplePoints } from './sample-points.ts'
import { shareOfPixels } from './share-pixels.ts'

/** Edge of the cells of a plane, and distance of the points that planes are found by, in voxels. */
const cellVoxels = 2
/** Confidence of a completed depth; a measured one has 1. */
const completedConfidence = 0.2
/** Planes that face the same way within about 15°, as a cosine: a scene has one floor and one ceiling. */
const alike = 0.97

type JudgedPlane = { grid: PlaneGrid; bounding: boolean; judged: JudgedCells }

/**
 * Depths for plain areas that cannot be matched: where a plane was measured around them and no view contradicts.
 *
 * @param views each with its picture, `grey` u8[height][width]
 * @returns the completed depths of the views, without the measured ones, with a lower confidence
 */
export function completeDepths(
  views: readonly (DepthView & { readonly grey: Uint8Array })[],
  lens: Lens,
  voxel: number,
): DepthView[] {
  const cell = cellVoxels * voxel
  const points = samplePoints(views, lens, cell)
  const found = findPlanes(points, cell)
  const judging: JudgingView[] = views.map((view) => ({ ...view, plain: plainPixels(view.grey, lens) }))
  const judge = (plane: FoundPlane, bounding: boolean): JudgedPlane => {
    const grid = gridAround(plane, points, { cell, bounding })
    return { grid, bounding, judged: judgeCells(grid, judging, lens) }
  }
  const planes = found.map((plane) => judge(plane, isBounding(plane, points, cell)))
  for (const plane of findLids(
    planes.filter(({ bounding }) => bounding),
    cell,
  )) {
    const isKnown = planes.some(
      ({ bounding, grid }) => bounding && dot(grid.plane.normal, plane.normal) > alike,
    )
    const lid = { plane, points: [] }
    if (!isKnown && isBounding(lid, points, cell)) planes.push(judge(lid, true))
  }
  const regions = planes.flatMap(({ grid, bounding, judged }, number) => {
    const others = planes.filter((other) => other.bounding && other.grid !== grid)
    if (bounding)
      markCorners(
        grid,
        judged.states,
        others.map((other) => other.grid),
      )
    return chooseCells(grid, judged).map((region) => ({ ...region, number }))
  })
  const filled: FilledGrid[] = planes.map(({ grid }) => ({
    grid,
    filled: new Uint8Array(grid.columns * grid.rows),
  }))
  shareOfPixels({ regions, filled, views: judging, lens })
  return drawPlanes(filled, judging, lens).map((depths, k) => ({
    pose: views[k]!.pose,
    depths,
    confidence: completedConfidence,
  }))
}
