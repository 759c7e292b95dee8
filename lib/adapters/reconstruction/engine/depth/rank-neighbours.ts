import { cameraCentre, dot, subtract } from '../workspace/geometry.ts'
import type { Workspace } from '../workspace/parse-workspace.ts'

/** Fewer points in common say too little about how two views lie to each other. */
const leastCommonPoints = 15

/** The angle of sight that serves best, and how fast a smaller or larger one loses, degrees. */
const bestAngle = 5
const toleranceBelow = 1.5
const toleranceAbove = 10

/**
 * For each image the others it can be compared with, best first: many common points, seen under an angle wide enough
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
