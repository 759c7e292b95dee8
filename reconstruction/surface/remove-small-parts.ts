import { filterTriangles, type Mesh } from './mesh.ts'

/** Removes connected parts with less than a share of all triangles: most of them are errors in the air. */
export function removeSmallParts(mesh: Mesh, leastShare: number): Mesh {
  const { positions, indices } = mesh
  const parent = new Int32Array(positions.length / 3)
  for (let vertex = 0; vertex < parent.length; vertex++) parent[vertex] = vertex
  const rootOf = (vertex: number) => {
    let at = vertex
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!
      at = parent[at]!
    }
    return at
  }
  for (let at = 0; at < indices.length; at += 3) {
    const root = rootOf(indices[at]!)
    parent[rootOf(indices[at + 1]!)] = root
    parent[rootOf(indices[at + 2]!)] = root
  }
  const triangles = new Uint32Array(parent.length)
  for (let at = 0; at < indices.length; at += 3) triangles[rootOf(indices[at]!)]!++
  const least = (indices.length / 3) * leastShare
  return filterTriangles(mesh, (triangle) => triangles[rootOf(indices[3 * triangle]!)]! >= least)
}
