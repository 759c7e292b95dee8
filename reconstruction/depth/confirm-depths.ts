import type { Lens, Pose } from '../geometry.ts'
import { relativePose } from '../geometry.ts'

/**
 * Two views agree when the other's depth, transformed back, differs at most by the share `depth` and by this many `pixels`. With
 * `slanted`, the other view's depth is interpolated, and `pixels` counts pixels of the view that is farther away. One of its pixels covers
 * several of the nearer view, and even more along a surface seen at a small angle.
 */
export type Tolerance = { depth: number; pixels: number; slanted: boolean }

/** Depths that differ by less are interpolated, as a ratio. */
const sameSurface = 1.1

/**
 * The depths of a view that enough neighbours confirm, each as the mean of all that agree; 0 elsewhere. A pixel is
 * projected into the neighbour with its own depth, and back with the neighbour's (Schoenberger et al. 2016, section 4.3).
 *
 * @param depths f32[height][width] of every view, 0 where unknown
 */
export function confirmDepths(options: {
  lens: Lens
  poses: readonly Pose[]
  depths: readonly Float32Array[]
  view: number
  neighbours: readonly number[]
  confirmations: number
  tolerance: Tolerance
}): Float32Array {
  const { lens, poses, depths, view, neighbours, confirmations, tolerance } = options
  const { width, height, focalX, focalY, centreX, centreY } = lens
  const own = depths[view]!
  const sums = Float32Array.from(own)
  const weights = new Float32Array(own.length).fill(1)
  const counts = new Uint8Array(own.length)
  for (const other of neighbours) {
    const theirs = depths[other]!
    const there = relativePose(poses[view]!, poses[other]!)
    const back = relativePose(poses[other]!, poses[view]!)
    const [a0, a1, a2, a3, a4, a5, a6, a7, a8] = there.rotation
    const [ax, ay, az] = there.translation
    const [b0, b1, b2, b3, b4, b5, b6, b7, b8] = back.rotation
    const [bx, by, bz] = back.translation
    for (let y = 0; y < height; y++) {
      const rayY = (y - centreY) / focalY
      for (let x = 0; x < width; x++) {
        const at = y * width + x
        const z = own[at]!
        if (z === 0) continue
        const rayX = (x - centreX) / focalX
        const oz = (a6 * rayX + a7 * rayY + a8) * z + az
        if (oz <= 0) continue
        const u = (focalX * ((a0 * rayX + a1 * rayY + a2) * z + ax)) / oz + centreX
        const v = (focalY * ((a3 * rayX + a4 * rayY + a5) * z + ay)) / oz + centreY
        const column = Math.round(u)
        const row = Math.round(v)
        if (column < 0 || row < 0 || column >= width || row >= height) continue
        let other = theirs[row * width + column]!
        if (other === 0) continue
        if (tolerance.slanted) other = interpolate(theirs, lens, u, v) ?? other
        const sightX = (u - centreX) / focalX
        const sightY = (v - centreY) / focalY
        const backZ = (b6 * sightX + b7 * sightY + b8) * other + bz
        if (Math.abs(backZ - z) > tolerance.depth * z) continue
        const dx = (focalX * ((b0 * sightX + b1 * sightY + b2) * other + bx)) / backZ + centreX - x
        const dy = (focalY * ((b3 * sightX + b4 * sightY + b5) * other + by)) / backZ + centreY - y
        const pixels = tolerance.pixels * (tolerance.slanted ? Math.max(1, oz / z) ** 2 : 1)
        if (dx * dx + dy * dy > pixels * pixels) continue
        counts[at]!++
        const weight = tolerance.slanted ? Math.min(1, z / oz) ** 2 : 1
        sums[at]! += weight * backZ
        weights[at]! += weight
      }
    }
  }
  const confirmed = new Float32Array(own.length)
  for (let at = 0; at < own.length; at++)
    if (counts[at]! >= confirmations) confirmed[at] = sums[at]! / weights[at]!
  return confirmed
}

/** The depth between four pixels of one surface; undefined at the border and where they are of several. */
function interpolate(
  depths: Float32Array,
  { width, height }: Lens,
  u: number,
  v: number,
): number | undefined {
  const [left, top] = [Math.floor(u), Math.floor(v)]
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return undefined
  const at = top * width + left
  const z0 = depths[at]!
  const z1 = depths[at + 1]!
  const z2 = depths[at + width]!
  const z3 = depths[at + width + 1]!
  const least = Math.min(z0, z1, z2, z3)
  if (least === 0 || Math.max(z0, z1, z2, z3) > least * sameSurface) return undefined
  const [right, bottom] = [u - left, v - top]
  // On a plane the inverse depth is linear.
  const upper = (1 - right) / z0 + right / z1
  const lower = (1 - right) / z2 + right / z3
  return 1 / (upper * (1 - bottom) + lower * bottom)
}
