import type { Lens } from '../geometry.ts'
import { cameraCentre } from '../geometry.ts'
import type { DepthView } from '../surface/depth-view.ts'

/** Points with the direction that they face, both f32[count][3]. */
export type OrientedPoints = {
  readonly count: number
  readonly positions: Float32Array
  readonly normals: Float32Array
}

/** A point is taken every this many pixels, and its direction from the pixels at this distance on its sides. */
const stride = 4
const reach = 4
/** Pixels whose depths differ by more than this share lie on different surfaces. */
const tolerance = 0.04
/** A shorter mean of the directions in a cell means that its points face different ways. */
const leastAgreement = 0.85

/**
 * Points spread evenly over what the views measured: the mean of all samples in each cube of edge `cell`, in the order in
 * which the cubes are first met.
 */
export function samplePoints(views: readonly DepthView[], lens: Lens, cell: number): OrientedPoints {
  const { width, height, focalX, focalY, centreX, centreY } = lens
  const numbers = new Map<number, number>()
  const sums: number[] = []
  const corner = new Float64Array(12)
  for (const { pose, depths } of views) {
    const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = pose.rotation
    const [ox, oy, oz] = cameraCentre(pose)
    /** Writes the point of a pixel to `corner`. @returns false where the depth is unknown or another surface's */
    const lift = (to: number, x: number, y: number, like: number) => {
      const z = depths[y * width + x]!
      if (z === 0 || Math.abs(z - like) > tolerance * like) return false
      const [u, v] = [((x - centreX) / focalX) * z, ((y - centreY) / focalY) * z]
      corner[to] = r0 * u + r3 * v + r6 * z
      corner[to + 1] = r1 * u + r4 * v + r7 * z
      corner[to + 2] = r2 * u + r5 * v + r8 * z
      return true
    }
    for (let y = reach; y < height - reach; y += stride)
      for (let x = reach; x < width - reach; x += stride) {
        const z = depths[y * width + x]!
        if (z === 0) continue
        if (!lift(0, x + reach, y, z) || !lift(3, x - reach, y, z)) continue
        if (!lift(6, x, y + reach, z) || !lift(9, x, y - reach, z)) continue
        const [ax, ay, az] = [corner[0]! - corner[3]!, corner[1]! - corner[4]!, corner[2]! - corner[5]!]
        const [bx, by, bz] = [corner[6]! - corner[9]!, corner[7]! - corner[10]!, corner[8]! - corner[11]!]
        // Right × down points away from the camera.
        const [nx, ny, nz] = [by * az - bz * ay, bz * ax - bx * az, bx * ay - by * ax]
        const length = Math.hypot(nx, ny, nz)
        if (!(length > 0)) continue
        lift(0, x, y, z)
        const [px, py, pz] = [corner[0]! + ox, corner[1]! + oy, corner[2]! + oz]
        const key =
          ((Math.floor(px / cell) + 2 ** 16) * 2 ** 17 + Math.floor(py / cell) + 2 ** 16) * 2 ** 17 +
          (Math.floor(pz / cell) + 2 ** 16)
        let at = numbers.get(key)
        if (at === undefined) {
          at = sums.length
          numbers.set(key, at)
          sums.push(0, 0, 0, 0, 0, 0, 0)
        }
        sums[at]! += px
        sums[at + 1]! += py
        sums[at + 2]! += pz
        sums[at + 3]! += nx / length
        sums[at + 4]! += ny / length
        sums[at + 5]! += nz / length
        sums[at + 6]! += 1
      }
  }
  const positions: number[] = []
  const normals: number[] = []
  for (let at = 0; at < sums.length; at += 7) {
    const count = sums[at + 6]!
    const [nx, ny, nz] = [sums[at + 3]!, sums[at + 4]!, sums[at + 5]!]
    const length = Math.hypot(nx, ny, nz)
    if (length < leastAgreement * count) continue
    positions.push(sums[at]! / count, sums[at + 1]! / count, sums[at + 2]! / count)
    normals.push(nx / length, ny / length, nz / length)
  }
  return {
    count: positions.length / 3,
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
  }
}
