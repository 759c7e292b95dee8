import type { Lens, Pose } from '../geometry.ts'

// The depth of a mesh as a view sees it.

/** Depth of a pixel that nothing covers. */
export const empty = Number.POSITIVE_INFINITY

/** The vertices as a view sees them: column, row and depth of each, f32[vertices][3]; depth <= 0 is behind the camera. */
export function projectVertices(positions: Float32Array, pose: Pose, lens: Lens): Float32Array {
  const { focalX, focalY, centreX, centreY } = lens
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = pose.rotation
  const [tx, ty, tz] = pose.translation
  const projected = new Float32Array(positions.length)
  for (let at = 0; at < positions.length; at += 3) {
    const x = positions[at]!
    const y = positions[at + 1]!
    const z = positions[at + 2]!
    const depth = r6 * x + r7 * y + r8 * z + tz
    projected[at] = (focalX * (r0 * x + r1 * y + r2 * z + tx)) / depth + centreX
    projected[at + 1] = (focalY * (r3 * x + r4 * y + r5 * z + ty)) / depth + centreY
    projected[at + 2] = depth
  }
  return projected
}

/** The nearest depth at each pixel, f32[height][width], `empty` where no triangle is. */
export function drawDepths(projected: Float32Array, indices: Uint32Array, lens: Lens): Float32Array {
  const depths = new Float32Array(lens.width * lens.height).fill(empty)
  for (let at = 0; at < indices.length; at += 3)
    drawTriangle(depths, lens, projected, 3 * indices[at]!, 3 * indices[at + 1]!, 3 * indices[at + 2]!)
  return depths
}

/** Slack of the inside test, so that no pixel falls between two triangles. */
const slack = -0.01

function drawTriangle(
  depths: Float32Array,
  { width, height }: Lens,
  p: Float32Array,
  a: number,
  b: number,
  c: number,
): void {
  const [ax, ay, az] = [p[a]!, p[a + 1]!, p[a + 2]!]
  const [bx, by, bz] = [p[b]!, p[b + 1]!, p[b + 2]!]
  const [cx, cy, cz] = [p[c]!, p[c + 1]!, p[c + 2]!]
  if (az <= 0 || bz <= 0 || cz <= 0) return
  const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5))
  const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) + 0.5))
  const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5))
  const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) + 0.5))
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
  if (Math.abs(area) < 1e-9) return
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const shareB = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
      const shareC = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
      const shareA = 1 - shareB - shareC
      if (shareA < slack || shareB < slack || shareC < slack) continue
      const z = shareA * az + shareB * bz + shareC * cz
      const at = y * width + x
      if (z < depths[at]!) depths[at] = z
    }
}
