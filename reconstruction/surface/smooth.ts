import { edgeEnds, type Mesh, trianglesAcross } from './mesh.ts'

/** A step towards the mean of the neighbours, and a slightly longer one back: together they do not shrink the mesh. */
const forward = 0.5
const backward = -0.53

/** Removes the noise of single vertices (Taubin 1995). Changes `positions` in place, except the border. */
export function smooth(mesh: Mesh, rounds: number): void {
  const { positions, indices } = mesh
  const count = positions.length / 3
  const fixed = new Uint8Array(count)
  trianglesAcross(mesh).forEach((other, edge) => {
    if (other === -1) for (const vertex of edgeEnds(indices, edge)) fixed[vertex] = 1
  })
  const sums = new Float32Array(positions.length)
  const neighbours = new Uint16Array(count)
  for (let pass = 0; pass < 2 * rounds; pass++) {
    sums.fill(0)
    neighbours.fill(0)
    for (let edge = 0; edge < indices.length; edge++) {
      const a = indices[edge]!
      const b = indices[edge % 3 === 2 ? edge - 2 : edge + 1]!
      for (let axis = 0; axis < 3; axis++) {
        sums[3 * a + axis]! += positions[3 * b + axis]!
        sums[3 * b + axis]! += positions[3 * a + axis]!
      }
      neighbours[a]!++
      neighbours[b]!++
    }
    const factor = pass % 2 === 0 ? forward : backward
    for (let vertex = 0; vertex < count; vertex++) {
      if (neighbours[vertex] === 0 || fixed[vertex]) continue
      for (let at = 3 * vertex; at < 3 * vertex + 3; at++)
        positions[at]! += factor * (sums[at]! / neighbours[vertex]! - positions[at]!)
    }
  }
}
