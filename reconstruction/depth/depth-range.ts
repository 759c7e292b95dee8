import type { SparsePoint, TextImage } from '../colmap/text-model.ts'

/** A point with fewer observations is too often wrong to limit the search. */
const leastViews = 3

/**
 * The nearest and farthest depth to search in a picture: the range of its sparse points without the outermost half per
 * cent, with some margin. `undefined` when there are too few points.
 */
export function depthRange(
  image: TextImage,
  points: ReadonlyMap<number, SparsePoint>,
): { near: number; far: number } | undefined {
  const [, , , , , , r6, r7, r8] = image.pose.rotation
  const depths = image.points
    .map((id) => points.get(id)!)
    .filter((point) => point.views >= leastViews)
    .map(({ position: [x, y, z] }) => r6 * x + r7 * y + r8 * z + image.pose.translation[2])
    .filter((depth) => depth > 0)
    .sort((a, b) => a - b)
  if (depths.length < 10) return undefined
  const near = depths[Math.floor(depths.length * 0.005)]! * 0.75
  const far = depths[Math.floor(depths.length * 0.995)]! * 1.3
  return { near, far }
}
