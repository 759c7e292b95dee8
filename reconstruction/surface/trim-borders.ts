import { edgeEnds, filterTriangles, type Mesh, trianglesAcross } from './mesh.ts'

/** How often the triangles that stick out are removed, and how often the border is smoothed. */
const trims = 3
const rounds = 6
/** As for the inside (`smooth.ts`): a step to the middle of the neighbours, and a slightly longer one back. */
const forward = 0.5
const backward = -0.53

/** Trims the open borders of a mesh: triangles that hang on by one edge are removed, then the border is smoothed along itself. */
export function trimBorders(mesh: Mesh): Mesh {
  let trimmed = mesh
  for (let round = 0; round < trims; round++) {
    const across = trianglesAcross(trimmed)
    const before = trimmed.indices.length
    trimmed = filterTriangles(trimmed, (triangle) => {
      let open = 0
      for (let edge = 3 * triangle; edge < 3 * triangle + 3; edge++) if (across[edge] === -1) open++
      return open < 2
    })
    if (trimmed.indices.length === before) break
  }
  return { positions: smoothBorders(trimmed), indices: trimmed.indices }
}

/** The positions after smoothing the vertices that have exactly two neighbours along the border. */
function smoothBorders(mesh: Mesh): Float32Array {
  const positions = mesh.positions.slice()
  const count = positions.length / 3
  const neighbours = new Int32Array(2 * count).fill(-1)
  const degrees = new Uint8Array(count)
  trianglesAcross(mesh).forEach((other, edge) => {
    if (other !== -1) return
    const [a, b] = edgeEnds(mesh.indices, edge)
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      if (degrees[from]! < 2) neighbours[2 * from + degrees[from]!] = to
      if (degrees[from]! < 3) degrees[from]!++
    }
  })
  for (let pass = 0; pass < 2 * rounds; pass++) {
    const before = positions.slice()
    const factor = pass % 2 === 0 ? forward : backward
    for (let vertex = 0; vertex < count; vertex++) {
      if (degrees[vertex] !== 2) continue
      const [a, b] = [3 * neighbours[2 * vertex]!, 3 * neighbours[2 * vertex + 1]!]
      for (let axis = 0; axis < 3; axis++) {
        const at = 3 * vertex + axis
        positions[at]! += factor * ((before[a + axis]! + before[b + axis]!) / 2 - before[at]!)
      }
    }
  }
  return positions
}
