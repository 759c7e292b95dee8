/** Voxels along the edge of a block, and in it. */
export const blockEdge = 8
export const blockVoxels = 512
/** Distances are truncated at this many voxels before and behind the surface. */
export const truncationVoxels = 4

/**
 * Space in cubes of 8 x 8 x 8 voxels of which only those near a surface exist. Block (bx, by, bz) holds the voxels
 * 8 bx .. 8 bx + 7 along x and so on; voxel (i, j, k) of it is number 64 k + 8 j + i. Blocks are numbered in the order
 * they were added. (The sparse grid of Niessner et al. 2013; the table of coordinates is open-addressed.)
 */
export class BlockIndex {
  /** Room for half as many blocks as the table has slots. */
  #coordinates = new Int32Array(3 * 2048)
  #table = new Int32Array(4096).fill(-1)
  #count = 0

  get count(): number {
    return this.#count
  }

  /** i32[count][3]. Invalid after the next `add`. */
  get coordinates(): Int32Array {
    return this.#coordinates.subarray(0, 3 * this.#count)
  }

  /** The number of a block, or -1. */
  find(x: number, y: number, z: number): number {
    return this.#table[this.#slot(x, y, z)]!
  }

  /** The number of a block, which exists afterwards. */
  add(x: number, y: number, z: number): number {
    let slot = this.#slot(x, y, z)
    const found = this.#table[slot]!
    if (found !== -1) return found
    if (2 * this.#count >= this.#table.length) {
      this.#grow()
      slot = this.#slot(x, y, z)
    }
    this.#coordinates.set([x, y, z], 3 * this.#count)
    this.#table[slot] = this.#count
    return this.#count++
  }

  /** The slot of the block in the table, or its free slot. */
  #slot(x: number, y: number, z: number): number {
    const mask = this.#table.length - 1
    // Primes of Teschner et al. 2003, "Optimized Spatial Hashing".
    let slot = (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) & mask
    for (;;) {
      const block = this.#table[slot]!
      if (block === -1) return slot
      const at = 3 * block
      const own = this.#coordinates
      if (own[at] === x && own[at + 1] === y && own[at + 2] === z) return slot
      slot = (slot + 1) & mask
    }
  }

  #grow(): void {
    const coordinates = new Int32Array(3 * this.#table.length)
    coordinates.set(this.coordinates)
    this.#coordinates = coordinates
    this.#table = new Int32Array(2 * this.#table.length).fill(-1)
    for (let block = 0; block < this.#count; block++) {
      const at = 3 * block
      this.#table[this.#slot(coordinates[at]!, coordinates[at + 1]!, coordinates[at + 2]!)] = block
    }
  }
}

/**
 * Signed distances, in units of the truncation distance, positive before the surface and negative behind it; a voxel
 * of weight 0 is unknown. Both f32[blocks][512].
 */
export type BlockVolume = {
  readonly blocks: BlockIndex
  /** Edge of a voxel in world units; voxel n spans n * voxel .. (n + 1) * voxel and its value is that of its centre. */
  readonly voxel: number
  readonly distances: Float32Array
  readonly weights: Float32Array
}
