import type { TextImage } from '../colmap/text-model.ts'
import type { Workspace } from '../colmap/workspace.ts'
import type { Vector } from '../geometry.ts'
import { rankNeighbours } from './rank-neighbours.ts'

/**
 * How pictures are compared: `swept` over planes that face the camera, or with `slanted` windows, which takes longer and finds surfaces
 * that look different from picture to picture.
 */
export type Matching = 'swept' | 'slanted'

/** Neighbours of each picture that are looked at. */
const neighbours = 4
/**
 * Windows that face the camera fail when things look larger by more than this from one picture to the next: along a wall that one walks past
 * its square counts. Median of a film around a place: 1.04; of a walk down a street with a picture every five metres: 1.28.
 */
const mostScaleChange = 1.15

/** `slanted` for films in which the camera mostly moves towards what it shows. */
export function chooseMatching(workspace: Workspace): Matching {
  return medianScaleChange(workspace) > mostScaleChange ? 'slanted' : 'swept'
}

/** How many times larger a point's surroundings look in one picture than in another it is compared with; the median. */
function medianScaleChange(workspace: Workspace): number {
  const { images, points } = workspace
  const changes = rankNeighbours(workspace).flatMap((ranked, view) => {
    const image = images[view]!
    return ranked.slice(0, neighbours).flatMap((index) => {
      const other = images[index]!
      const seen = new Set(other.points)
      return image.points
        .filter((id) => seen.has(id))
        .map((id) => depthOf(points.get(id)!.position, image) / depthOf(points.get(id)!.position, other))
        .filter((ratio) => ratio > 0)
        .map((ratio) => Math.max(ratio, 1 / ratio))
    })
  })
  return changes.sort((one, other) => one - other)[changes.length >> 1] ?? 1
}

function depthOf([x, y, z]: Vector, { pose: { rotation, translation } }: TextImage): number {
  return rotation[6] * x + rotation[7] * y + rotation[8] * z + translation[2]
}
