import type { SparsePoint, WorkspaceImage } from '../workspace/parse-workspace.ts'

/** A point of fewer observations is too often wrong to bound the search. */
const leastViews = 3

/**
 * Nearest and farthest depth worth searching in a picture: its sparse points without their outermost half per cent,
 * and some room beyond. Undefined where there are too few points to tell.
 */
export function depthRange(
  image: WorkspaceImage,
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
