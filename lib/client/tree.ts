import { fromHex, toHex } from '#lib/domain/proof/leaf'
import { buildTree, type MerkleTree, rootOf } from '#lib/domain/proof/merkle'
import { type TreeAnswer, treeAnswerSchema } from '#lib/schemas/proof'
import { fetchJson } from './fetch-json.ts'

/** A tree as the service describes it, and as this device computes it from the leaves alone. */
export type RecomputedTree = { tree: TreeAnswer; merkle: MerkleTree; holds: boolean }

/** @throws NotCheckedError when there is no usable answer */
export async function loadTree(treeId: number, signal: AbortSignal): Promise<RecomputedTree> {
  const tree = await fetchJson({
    url: `/api/trees/${treeId}`,
    who: 'This service',
    schema: treeAnswerSchema,
    signal,
  })
  const merkle = buildTree(tree.leaves.map(fromHex))
  const holds = merkle.leafCount === tree.leaf_count && toHex(rootOf(merkle)) === tree.root
  return { tree, merkle, holds }
}
