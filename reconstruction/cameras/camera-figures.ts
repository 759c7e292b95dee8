import type { SparseModel } from '../colmap/sparse-model.ts'
import { cameraCentre, dot, normalize, subtract, type Vector } from '../geometry.ts'
import type { CameraFigures } from './gates.ts'

/** The measurements that the gates check. */
export function figuresOf(model: SparseModel, frames: number): CameraFigures {
  const { lens, images } = model
  return {
    frames,
    registered: images.length,
    relativeFocal: lens.focal / Math.max(lens.width, lens.height),
    medianAngleDegrees: medianAngle(model),
  }
}

function medianAngle({ images, points }: SparseModel): number {
  const centres = new Map(images.map(({ id, pose }) => [id, cameraCentre(pose)]))
  const angles = [...points.values()].map(({ position, seenBy }) => {
    const seenFrom = seenBy.map((id) => centres.get(id)).filter((centre) => centre !== undefined)
    return widestAngle(seenFrom.map((centre) => normalize(subtract(centre, position))))
  })
  return angles.sort((one, other) => one - other)[angles.length >> 1] ?? 0
}

/** The largest angle between two of the directions, degrees. */
export function widestAngle(directions: readonly Vector[]): number {
  let least = 1
  directions.forEach((one, index) => {
    for (const other of directions.slice(index + 1)) least = Math.min(least, dot(one, other))
  })
  return (Math.acos(Math.max(-1, least)) * 180) / Math.PI
}
