import type { Lens } from '../geometry.ts'
import type { DepthView } from './depth-view.ts'
import { filterTriangles, type Mesh } from './mesh.ts'

/**
 * Removes the triangles at vertices that more views see through than see: edges of foregrounds that are too wide, and parts
 * floating in the air.
 *
 * @param tolerance a depth within this share of a vertex's depth supports the vertex; one farther by over twice as much sees through it
 */
export function removeSeenThrough(
  mesh: Mesh,
  views: readonly DepthView[],
  lens: Lens,
  tolerance: number,
): Mesh {
  const { width, height, focalX, focalY, centreX, centreY } = lens
  const { positions, indices } = mesh
  const balance = new Int16Array(positions.length / 3)
  for (const { pose, depths } of views) {
    const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = pose.rotation
    const [tx, ty, tz] = pose.translation
    for (let vertex = 0; vertex < balance.length; vertex++) {
      const x = positions[3 * vertex]!
      const y = positions[3 * vertex + 1]!
      const z = positions[3 * vertex + 2]!
      const cz = r6 * x + r7 * y + r8 * z + tz
      if (cz <= 0) continue
      const column = Math.round((focalX * (r0 * x + r1 * y + r2 * z + tx)) / cz + centreX)
      const row = Math.round((focalY * (r3 * x + r4 * y + r5 * z + ty)) / cz + centreY)
      if (column < 0 || row < 0 || column >= width || row >= height) continue
      const depth = depths[row * width + column]!
      if (depth === 0) continue
      if (depth > cz * (1 + 2 * tolerance)) balance[vertex]!--
      else if (Math.abs(depth - cz) < cz * tolerance) balance[vertex]!++
    }
  }
  return filterTriangles(mesh, (triangle) => {
    for (let at = 3 * triangle; at < 3 * triangle + 3; at++) if (balance[indices[at]!]! < 0) return false
    return true
  })
}
