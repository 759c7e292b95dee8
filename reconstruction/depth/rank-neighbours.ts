import type { Workspace } from '../colmap/workspace.ts'
import { cameraCentre, dot, subtract } from '../geometry.ts'

/** With fewer common points the position of two views is too uncertain. */
const leastCommonPoints = 15

/** The best viewing angle, and how fast the score falls for smaller and larger ones, degrees. */
const bestAngle = 5
const toleranceBelow = 1.5
const toleranceAbove = 10

/**
 * For each image the others to compare it with, best first: many common points, seen under an angle wide enough
 * to measure depth and narrow enough to look alike. The score is that of MVSNet (Yao et al. 2018, section 4.1).
 */
export function rankNeighbours({ images, points }: Workspace): number[][] {
  const centres = images.map((image) => cameraCentre(image.pose))
  const scores = images.map(() => new Float64Array(images.length))
  const counts = images.map(() => new Uint32Array(images.length))
  const seenBy = new Map<number, number[]>()
  images.forEach((image, index) => {
    for (const id of image.points) {
      const views = seenBy.get(id)
      if (views) views.push(index)
      else seenBy.set(id, [index])
    }
  })
  for (const [id, views] of seenBy) {
    const { position } = points.get(id)!
    const rays = views.map((view) => subtract(position, centres[view]!))
    const lengths = rays.map((ray) => Math.sqrt(dot(ray, ray)))
    for (let a = 0; a < views.length; a++)
      for (let b = a + 1; b < views.length; b++) {
        const cosine = dot(rays[a]!, rays[b]!) / (lengths[a]! * lengths[b]!)
        const angle = (Math.acos(Math.min(1, cosine)) * 180) / Math.PI
        const tolerance = angle < bestAngle ? toleranceBelow : toleranceAbove
        const score = Math.exp(-((angle - bestAngle) ** 2) / (2 * tolerance ** 2))
        const [i, j] = [views[a]!, views[b]!]
        scores[i]![j]! += score
        scores[j]![i]! += score
        counts[i]![j]!++
        counts[j]![i]!++
      }
  }
  return images.map((_, i) =>
    images
      .map((_, j) => j)
      .filter((j) => j !== i && counts[i]![j]! >= leastCommonPoints)
      .sort((a, b) => scores[i]![b]! - scores[i]![a]! || a - b),
  )
}
