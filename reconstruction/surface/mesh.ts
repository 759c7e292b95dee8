/** A triangle mesh: positions f32[vertices][3] in world units, indices u32[triangles][3], counter-clockwise from outside. */
export type Mesh = { readonly positions: Float32Array; readonly indices: Uint32Array }

/** The mesh of the given triangles, without unused vertices. Vertices are numbered by first use. */
export function compact(positions: Float32Array, indices: ArrayLike<number>): Mesh {
  const renumbered = new Int32Array(positions.length / 3).fill(-1)
  const kept = new Uint32Array(indices.length)
  let count = 0
  for (let at = 0; at < indices.length; at++) {
    const vertex = indices[at]!
    if (renumbered[vertex] === -1) renumbered[vertex] = count++
    kept[at] = renumbered[vertex]!
  }
  const compacted = new Float32Array(count * 3)
  renumbered.forEach((to, from) => {
    if (to !== -1) compacted.set(positions.subarray(3 * from, 3 * from + 3), 3 * to)
  })
  return { positions: compacted, indices: kept }
}

/** The triangles for which `keep` is true. */
export function filterTriangles(mesh: Mesh, keep: (triangle: number) => boolean): Mesh {
  const kept = new Uint32Array(mesh.indices.length)
  let count = 0
  for (let at = 0; at < mesh.indices.length; at += 3)
    if (keep(at / 3)) {
      kept.set(mesh.indices.subarray(at, at + 3), count)
      count += 3
    }
  return compact(mesh.positions, kept.subarray(0, count))
}

/**
 * For each edge of each triangle (corner k to corner k + 1) the triangle on its other side, i32[triangles][3]; -1 at a
 * border. If more than two triangles share an edge, they are paired in their order.
 */
export function trianglesAcross({ positions, indices }: Mesh): Int32Array {
  const across = new Int32Array(indices.length).fill(-1)
  // Edges waiting for their other side, linked from their lower vertex.
  const waiting = new Int32Array(positions.length / 3).fill(-1)
  const next = new Int32Array(indices.length).fill(-1)
  for (let edge = 0; edge < indices.length; edge++) {
    const [a, b] = edgeEnds(indices, edge)
    const low = Math.min(a, b)
    let previous = -1
    let other = waiting[low]!
    while (other !== -1) {
      const [c, d] = edgeEnds(indices, other)
      if (Math.min(c, d) === low && Math.max(c, d) === Math.max(a, b)) break
      previous = other
      other = next[other]!
    }
    if (other === -1) {
      next[edge] = waiting[low]!
      waiting[low] = edge
      continue
    }
    across[edge] = Math.floor(other / 3)
    across[other] = Math.floor(edge / 3)
    if (previous === -1) waiting[low] = next[other]!
    else next[previous] = next[other]!
  }
  return across
}

/** The two vertices of edge k of a triangle, numbered 3 * triangle + k. */
export function edgeEnds(indices: Uint32Array, edge: number): [number, number] {
  return [indices[edge]!, indices[edge % 3 === 2 ? edge - 2 : edge + 1]!]
}
