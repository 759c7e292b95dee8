import type { PosedImage, SparseModel } from './colmap-text.ts'
import type { CameraFigures } from './gates.ts'
import { cameraCentre, dot, normalize, subtract, type Vector } from './workspace/geometry.ts'

/** What the gates look at. */
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
  const centres = new Map(images.map(({ id, pose }: PosedImage) => [id, cameraCentre(pose)]))
  const angles = points.map(({ position, seenBy }) => {
    const seenFrom = seenBy.map((id) => centres.get(id)).filter((centre) => centre !== undefined)
    return widestAngle(seenFrom.map((centre) => normalize(subtract(centre, position))))
  })
  return angles.sort((one, other) => one - other)[angles.length >> 1] ?? 0
}

/** Degrees between the two directions that are furthest apart. */
export function widestAngle(directions: readonly Vector[]): number {
  let least = 1
  directions.forEach((one, index) => {
    for (const other of directions.slice(index + 1)) least = Math.min(least, dot(one, other))
  })
  return (Math.acos(Math.max(-1, least)) * 180) / Math.PI
}
