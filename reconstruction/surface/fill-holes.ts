import { edgeEnds, type Mesh, trianglesAcross } from './mesh.ts'

/**
 * Closes the holes with at most `longest` border edges, each with a fan around its centre. Such holes are in walls too
 * uniform to match. Longer borders are the end of the filmed area and stay open.
 */
export function fillHoles(mesh: Mesh, longest: number): Mesh {
  const { positions, indices } = mesh
  const middles: number[] = []
  const added: number[] = []
  for (const loop of borderLoops(mesh)) {
    if (loop.length > longest) continue
    const middle = (positions.length + middles.length) / 3
    for (let axis = 0; axis < 3; axis++)
      middles.push(loop.reduce((sum, at) => sum + positions[3 * at + axis]!, 0) / loop.length)
    loop.forEach((from, k) => {
      added.push(loop[(k + 1) % loop.length]!, from, middle)
    })
  }
  const allPositions = new Float32Array(positions.length + middles.length)
  allPositions.set(positions)
  allPositions.set(middles, positions.length)
  const allIndices = new Uint32Array(indices.length + added.length)
  allIndices.set(indices)
  allIndices.set(added, indices.length)
  return { positions: allPositions, indices: allIndices }
}

/**
 * The closed borders, each as its vertices in the direction of its triangles' edges. Two borders that meet at a vertex are
 * separate.
 */
function borderLoops(mesh: Mesh): number[][] {
  const { positions, indices } = mesh
  const across = trianglesAcross(mesh)
  // The border edges by the vertex they start at, linked.
  const first = new Int32Array(positions.length / 3).fill(-1)
  const next = new Int32Array(indices.length).fill(-1)
  for (let edge = indices.length - 1; edge >= 0; edge--) {
    if (across[edge] !== -1) continue
    const [from] = edgeEnds(indices, edge)
    next[edge] = first[from]!
    first[from] = edge
  }
  const loops: number[][] = []
  const path: number[] = []
  const placeOnPath = new Int32Array(first.length).fill(-1)
  const step = (vertex: number) => {
    placeOnPath[vertex] = path.length
    path.push(vertex)
  }
  for (let start = 0; start < first.length; start++) {
    if (first[start] === -1) continue
    step(start)
    while (path.length > 0) {
      const vertex = path.at(-1)!
      const edge = first[vertex]!
      if (edge === -1) {
        placeOnPath[vertex] = -1
        path.pop()
        continue
      }
      first[vertex] = next[edge]!
      const [, to] = edgeEnds(indices, edge)
      if (placeOnPath[to] === -1) {
        step(to)
        continue
      }
      const loop = path.slice(placeOnPath[to])
      path.length = placeOnPath[to]! + 1
      for (const passed of loop.slice(1)) placeOnPath[passed] = -1
      loops.push(loop)
    }
  }
  return loops
}
