import { cross, dot, type Vector } from '../geometry.ts'
import { type Symmetric, smallestAxis } from '../planes/smallest-axis.ts'
import type { Mesh } from '../surface/mesh.ts'

/** In each round, only surfaces within this angle of horizontal or vertical count. Degrees. */
const tolerances = [10, 6, 4, 3, 3]
/**
 * If these surfaces are less than this share of the area, the search ends with the direction found so far, because small triangles
 * are rough.
 */
const leastShare = 0.2
/** Weight of the cameras, relative to these surfaces. */
const cameraWeight = 0.01
const axes = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const

/**
 * The direction that makes the floors of a mesh level and its walls upright, near `up`: people hold a camera upright only on
 * average. Least squares over the area that is within a few degrees of either.
 */
export function findUp({ positions, indices }: Mesh, up: Vector): Vector {
  let total = 0
  const normals = new Float32Array(indices.length)
  for (let at = 0; at < indices.length; at += 3) {
    const corner = (k: number): Vector => {
      const from = 3 * indices[at + k]!
      return [positions[from]!, positions[from + 1]!, positions[from + 2]!]
    }
    const [a, b, c] = [corner(0), corner(1), corner(2)]
    const normal = cross([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]])
    normals.set(normal, at)
    total += Math.hypot(...normal)
  }
  let found = up
  for (const tolerance of tolerances) {
    const sine = Math.sin((tolerance * Math.PI) / 180)
    const sums: [number, number, number, number, number, number] = [0, 0, 0, 0, 0, 0]
    const add = (weight: number, [x, y, z]: Vector) => {
      sums[0] += weight * x * x
      sums[1] += weight * x * y
      sums[2] += weight * x * z
      sums[3] += weight * y * y
      sums[4] += weight * y * z
      sums[5] += weight * z * z
    }
    /** The squared length of what is not along n: u·u - (n·u)². */
    const addAcross = (weight: number, n: Vector) => {
      add(-weight, n)
      for (const axis of axes) add(weight, axis)
    }
    let counted = 0
    for (let at = 0; at < normals.length; at += 3) {
      const normal: Vector = [normals[at]!, normals[at + 1]!, normals[at + 2]!]
      const area = Math.hypot(...normal)
      if (area === 0) continue
      const unit: Vector = [normal[0] / area, normal[1] / area, normal[2] / area]
      const along = dot(unit, found)
      const isLevel = Math.hypot(...cross(unit, found)) < sine
      if (!isLevel && Math.abs(along) >= sine) continue
      counted += area
      if (!isLevel) add(area, unit)
      else addAcross(area, unit)
    }
    if (counted <= leastShare * total) break
    // Walls that all face one way leave a turn around their normal free.
    addAcross(cameraWeight * counted, up)
    const axis = smallestAxis(sums as Symmetric)
    found = dot(axis, up) < 0 ? [-axis[0], -axis[1], -axis[2]] : axis
  }
  const limit = Math.cos((tolerances[0]! * Math.PI) / 180)
  return dot(found, up) >= limit ? found : up
}
