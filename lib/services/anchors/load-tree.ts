import 'server-only'
import { and, asc, eq } from 'drizzle-orm'
import { capture } from '#db/schema/capture'
import { observation } from '#db/schema/observation'
import { tree } from '#db/schema/tree'
import type { Context } from '#lib/adapters/context'
import type { Db } from '#lib/adapters/db'
import { buildTree, equalBytes, type MerkleTree, rootOf } from '#lib/domain/proof/merkle'
import { leafOfCapture } from '#lib/services/anchors/leaf-of-capture'
import { SieveCache } from '#lib/services/anchors/tree-cache'

type TreeRow = typeof tree.$inferSelect
/** A final tree and its leaves in order. */
export type LoadedTree = { row: TreeRow; leaves: readonly Uint8Array[]; merkle: MerkleTree }

/** The total number of leaves in the cache: 32 of the largest trees, about 32 MiB. */
const maxCachedLeaves = 32 * 4_096

type Loaded = Promise<LoadedTree | undefined>
type Cache = { loaded: SieveCache<number, LoadedTree>; loading: Map<number, Loaded> }
const caches = new WeakMap<Db, Cache>()

/**
 * A final tree, rebuilt from its leaves; `undefined` if no final tree has that number. Cached in memory, because a final tree never
 * changes. Concurrent callers share one load.
 *
 * @throws Error if the leaves do not give the attested root, because a proof from them would be false
 */
export async function loadTree(ctx: Pick<Context, 'db'>, treeId: number): Promise<LoadedTree | undefined> {
  const cache: Cache = caches.get(ctx.db) ?? { loaded: new SieveCache(maxCachedLeaves), loading: new Map() }
  caches.set(ctx.db, cache)
  const known = cache.loaded.get(treeId)
  if (known) return known
  const loading =
    cache.loading.get(treeId) ?? readTree(ctx.db, treeId).finally(() => cache.loading.delete(treeId))
  cache.loading.set(treeId, loading)
  const tree = await loading
  // `undefined` is not cached: the tree may become final at any time.
  if (tree && !cache.loaded.get(treeId)) cache.loaded.set(treeId, tree, tree.leaves.length)
  return tree
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
  // Observations have their leaf stored; for other captures it is computed.
  const leaves = rows.map((item) => item.leaf ?? leafOfCapture(item.capture))
  const merkle = leaves.length === row.leafCount ? buildTree(leaves) : undefined
  if (!merkle || !equalBytes(rootOf(merkle), row.root))
    throw new Error(`the ${leaves.length} leaves of tree ${treeId} do not hash to its root`)
  return { row, leaves, merkle }
}
