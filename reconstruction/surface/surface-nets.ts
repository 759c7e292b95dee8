import { type BlockVolume, blockEdge, blockVoxels } from './block-volume.ts'
import type { Mesh } from './mesh.ts'

/** Neighbouring voxels that differ by more are free space and the back of something: there is no surface between them. */
const widestStep = 1.5

/** The 12 edges of a cell as pairs of corners; bit 0 of a corner is its x, bit 1 its y, bit 2 its z. */
const cellEdges = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7]

/** For an edge along each axis, the two axes around it, in the order that turns the quad outwards. */
const turns = [
  [1, 2],
  [2, 0],
  [0, 1],
] as const

/**
 * The surface where the distance is 0 (naive surface nets, Gibson 1998): one vertex in each cell of 8 voxels that it
 * crosses, at the mean of the crossings of the cell's edges, and one quad around each voxel edge it crosses. Cells with
 * an unknown corner give nothing. Triangles turn counter-clockwise towards the positive side.
 */
export function surfaceNets(volume: BlockVolume): Mesh {
  const { blocks, distances, weights, voxel } = volume
  const { coordinates } = blocks
  const vertexOf = new Int32Array(blocks.count * blockVoxels).fill(-1)
  const positions: number[] = []
  const corners = new Float64Array(8)
  const around = new Int32Array(27)

  for (let block = 0; block < blocks.count; block++) {
    findAround(volume, block, around)
    for (let number = 0; number < blockVoxels; number++) {
      const at = block * blockVoxels + number
      if (weights[at] === 0) continue
      const [i, j, k] = [number & 7, (number >> 3) & 7, number >> 6]
      let inside = 0
      let known = 0
      for (; known < 8; known++) {
        const corner = voxelAt(around, i + (known & 1), j + ((known >> 1) & 1), k + (known >> 2))
        if (corner === -1 || weights[corner] === 0) break
        const distance = distances[corner]!
        corners[known] = distance
        if (distance < 0) inside++
      }
      if (known < 8 || inside === 0 || inside === 8) continue
      let [x, y, z, crossings] = [0, 0, 0, 0]
      for (let edge = 0; edge < cellEdges.length; edge += 2) {
        const [a, b] = [cellEdges[edge]!, cellEdges[edge + 1]!]
        const [from, to] = [corners[a]!, corners[b]!]
        if (from < 0 === to < 0) continue
        const share = from / (from - to)
        x += (a & 1) + share * ((b & 1) - (a & 1))
        y += ((a >> 1) & 1) + share * (((b >> 1) & 1) - ((a >> 1) & 1))
        z += (a >> 2) + share * ((b >> 2) - (a >> 2))
        crossings++
      }
      vertexOf[at] = positions.length / 3
      positions.push(
        (coordinates[3 * block]! * blockEdge + i + 0.5 + x / crossings) * voxel,
        (coordinates[3 * block + 1]! * blockEdge + j + 0.5 + y / crossings) * voxel,
        (coordinates[3 * block + 2]! * blockEdge + k + 0.5 + z / crossings) * voxel,
      )
    }
  }

  const indices: number[] = []
  const vertexAt = (i: number, j: number, k: number) => {
    const at = voxelAt(around, i, j, k)
    return at === -1 ? -1 : vertexOf[at]!
  }
  for (let block = 0; block < blocks.count; block++) {
    findAround(volume, block, around)
    for (let number = 0; number < blockVoxels; number++) {
      const at = block * blockVoxels + number
      if (weights[at] === 0) continue
      const here = distances[at]!
      const [i, j, k] = [number & 7, (number >> 3) & 7, number >> 6]
      for (let axis = 0; axis < 3; axis++) {
        const beyond = voxelAt(
          around,
          i + (axis === 0 ? 1 : 0),
          j + (axis === 1 ? 1 : 0),
          k + (axis === 2 ? 1 : 0),
        )
        if (beyond === -1 || weights[beyond] === 0) continue
        const there = distances[beyond]!
        if (here < 0 === there < 0 || Math.abs(here - there) > widestStep) continue
        const [u, v] = turns[axis]!
        const [ui, uj, uk] = [u === 0 ? 1 : 0, u === 1 ? 1 : 0, u === 2 ? 1 : 0]
        const [vi, vj, vk] = [v === 0 ? 1 : 0, v === 1 ? 1 : 0, v === 2 ? 1 : 0]
        const a = vertexAt(i, j, k)
        const b = vertexAt(i - ui, j - uj, k - uk)
        const c = vertexAt(i - ui - vi, j - uj - vj, k - uk - vk)
        const d = vertexAt(i - vi, j - vj, k - vk)
        if (a === -1 || b === -1 || c === -1 || d === -1) continue
        if (here < 0) indices.push(a, b, c, a, c, d)
        else indices.push(a, c, b, a, d, c)
      }
    }
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}

/** The numbers of the 27 blocks around a block, including itself; -1 for a missing one. x runs fastest. */
function findAround({ blocks }: BlockVolume, block: number, around: Int32Array): void {
  const at = blocks.coordinates.subarray(3 * block, 3 * block + 3)
  let n = 0
  for (let z = -1; z <= 1; z++)
    for (let y = -1; y <= 1; y++)
      for (let x = -1; x <= 1; x++) around[n++] = blocks.find(at[0]! + x, at[1]! + y, at[2]! + z)
}

/** The index of a voxel in the volume's arrays, by its coordinates relative to the centre block; -1 outside all blocks. */
function voxelAt(around: Int32Array, i: number, j: number, k: number): number {
  const block = around[((k >> 3) + 1) * 9 + ((j >> 3) + 1) * 3 + (i >> 3) + 1]!
  return block === -1 ? -1 : block * blockVoxels + ((k & 7) << 6) + ((j & 7) << 3) + (i & 7)
}
