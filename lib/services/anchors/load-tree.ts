import 'server-only'
import { and, asc, eq } from 'drizzle-orm'
import { capture } from '#db/schema/capture'
import { observation } from '#db/schema/observation'
import { tree } from '#db/schema/tree'
import type { Context } from '#lib/adapters/context'
import type { Db } from '#lib/adapters/db'
import { buildTree, equalBytes, type MerkleTree, rootOf } from '#lib/domain/merkle'
import { leafOfCapture } from '#lib/services/anchors/leaf-of-capture'

type TreeRow = typeof tree.$inferSelect
/** A final tree and the hashes it is made of, in order. */
export type LoadedTree = { row: TreeRow; leaves: readonly Uint8Array[]; merkle: MerkleTree }

/** A tree of 4096 leaves takes about 1 MiB. */
const maxCachedTrees = 32
const caches = new WeakMap<Db, Map<number, Promise<LoadedTree | undefined>>>()

/**
 * A final tree, rebuilt from its leaves; `undefined` when there is none of that number. Kept in memory, since a final
 * tree never changes; callers at once share one load.
 *
 * @throws Error when the leaves do not give the attested root: a proof from them would be false
 */
export async function loadTree(ctx: Pick<Context, 'db'>, treeId: number): Promise<LoadedTree | undefined> {
  let cache = caches.get(ctx.db)
  if (!cache) {
    cache = new Map()
    caches.set(ctx.db, cache)
  }
  const known = cache.get(treeId)
  cache.delete(treeId)
  const loading = known ?? readTree(ctx.db, treeId)
  cache.set(treeId, loading)
  if (cache.size > maxCachedTrees) cache.delete(cache.keys().next().value!)
  try {
    const loaded = await loading
    // The tree may become final in a moment.
    if (!loaded) cache.delete(treeId)
    return loaded
  } catch (error) {
    cache.delete(treeId)
    throw error
  }
}

async function readTree(db: Db, treeId: number): Promise<LoadedTree | undefined> {
  const [row] = await db
    .select()
    .from(tree)
    .where(and(eq(tree.treeId, treeId), eq(tree.state, 'final')))
  if (!row) return undefined
  const rows = await db
    .select({ capture, leaf: observation.leafHash })
    .from(capture)
    .leftJoin(observation, eq(observation.sha256, capture.sha256))
    .where(eq(capture.treeId, treeId))
    .orderBy(asc(capture.leafIndex))
  // What was published is at hand; a model's manifest never is.
  const leaves = rows.map((item) => item.leaf ?? leafOfCapture(item.capture))
  const merkle = leaves.length === row.leafCount ? buildTree(leaves) : undefined
  if (!merkle || !equalBytes(rootOf(merkle), row.root))
    throw new Error(`the ${leaves.length} leaves of tree ${treeId} do not give its root`)
  return { row, leaves, merkle }
}
