import type { Lens, Pose } from '../geometry.ts'
import { relativePose } from '../geometry.ts'

/** Two views agree when the other's depth, transformed back, differs at most by this share and this many pixels. */
const depthTolerance = 0.012
const pixelTolerance = 1.2

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
}): Float32Array {
  const { lens, poses, depths, view, neighbours, confirmations } = options
  const { width, height, focalX, focalY, centreX, centreY } = lens
  const own = depths[view]!
  const sums = Float32Array.from(own)
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
        const other = theirs[row * width + column]!
        if (other === 0) continue
        const sightX = (u - centreX) / focalX
        const sightY = (v - centreY) / focalY
        const backZ = (b6 * sightX + b7 * sightY + b8) * other + bz
        if (Math.abs(backZ - z) > depthTolerance * z) continue
        const dx = (focalX * ((b0 * sightX + b1 * sightY + b2) * other + bx)) / backZ + centreX - x
        const dy = (focalY * ((b3 * sightX + b4 * sightY + b5) * other + by)) / backZ + centreY - y
        if (dx * dx + dy * dy > pixelTolerance * pixelTolerance) continue
        counts[at]!++
        sums[at]! += backZ
      }
    }
  }
  const confirmed = new Float32Array(own.length)
  for (let at = 0; at < own.length; at++)
    if (counts[at]! >= confirmations) confirmed[at] = sums[at]! / (counts[at]! + 1)
  return confirmed
}
