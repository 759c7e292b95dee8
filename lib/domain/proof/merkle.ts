import { keccak_256 } from '@noble/hashes/sha3.js'

/**
 * Merkle tree with sorted pairs, the form OpenZeppelin's `MerkleProof` verifies. The tree is kept as one array: node `i`
 * has the children `2i + 1` and `2i + 2`, the leaves fill the end in reverse order. Roots and proofs equal those of
 * `@openzeppelin/merkle-tree`'s SimpleMerkleTree built with `sortLeaves: false`.
 */
export type MerkleTree = { readonly leafCount: number; readonly nodes: readonly Uint8Array[] }

/** @param leaves 32-byte hashes, at least one */
export function buildTree(leaves: readonly Uint8Array[]): MerkleTree {
  if (leaves.length === 0) throw new RangeError('a tree needs at least one leaf')
  const nodes = new Array<Uint8Array>(2 * leaves.length - 1)
  leaves.forEach((leaf, index) => {
    if (leaf.length !== 32) throw new RangeError('a leaf must be 32 bytes')
    nodes[nodes.length - 1 - index] = leaf
  })
  for (let i = leaves.length - 2; i >= 0; i--) nodes[i] = hashPair(nodes[2 * i + 1]!, nodes[2 * i + 2]!)
  return { leafCount: leaves.length, nodes }
}

export function rootOf(tree: MerkleTree): Uint8Array {
  return tree.nodes[0]!
}

/** Siblings from the leaf up to the root. */
export function proofOf(tree: MerkleTree, leafIndex: number): Uint8Array[] {
  if (!Number.isInteger(leafIndex) || leafIndex < 0 || leafIndex >= tree.leafCount) {
    throw new RangeError(`leaf ${leafIndex} is not in a tree of ${tree.leafCount}`)
  }
  const proof: Uint8Array[] = []
  for (let i = tree.nodes.length - 1 - leafIndex; i > 0; i = (i - 1) >> 1) {
    proof.push(tree.nodes[i % 2 === 0 ? i - 1 : i + 1]!)
  }
  return proof
}

/** All hashes from the leaf (first) to the root (last). */
export function climb(leaf: Uint8Array, proof: readonly Uint8Array[]): Uint8Array[] {
  const path = [leaf]
  for (const sibling of proof) path.push(hashPair(path[path.length - 1]!, sibling))
  return path
}

function hashPair(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(64)
  const [low, high] = compareBytes(a, b) <= 0 ? [a, b] : [b, a]
  joined.set(low, 0)
  joined.set(high, 32)
  return keccak_256(joined)
}

export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const difference = a[i]! - b[i]!
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && compareBytes(a, b) === 0
}
