import 'server-only'
import { and, asc, eq } from 'drizzle-orm'
import { capture } from '#db/schema/capture'
import { observation } from '#db/schema/observation'
import { tree } from '#db/schema/tree'
import type { Context } from '#lib/adapters/context'
import type { Db } from '#lib/adapters/db'
import { createRecentCache, type RecentCache } from '#lib/adapters/recent-cache'
import { buildTree, equalBytes, type MerkleTree, rootOf } from '#lib/domain/proof/merkle'
import { leafOfCapture } from '#lib/services/anchors/leaf-of-capture'

type TreeRow = typeof tree.$inferSelect
/** A final tree and its leaves in order. */
export type LoadedTree = { row: TreeRow; leaves: readonly Uint8Array[]; merkle: MerkleTree }

/** The total number of leaves in the cache: 32 of the largest trees, about 32 MiB. */
const maxCachedLeaves = 32 * 4_096

const caches = new WeakMap<Db, RecentCache<LoadedTree | undefined>>()

/**
 * A final tree, rebuilt from its leaves; `undefined` if no final tree has that number. Cached in memory, because a final tree never
 * changes. Concurrent callers share one load.
 *
 * @throws Error if the leaves do not give the attested root, because a proof from them would be false
 */
export async function loadTree(ctx: Pick<Context, 'db'>, treeId: number): Promise<LoadedTree | undefined> {
  const cache = caches.get(ctx.db) ?? createRecentCache({ maxSize: maxCachedLeaves, sizeOf })
  caches.set(ctx.db, cache)
  return cache.get(String(treeId), () => readTree(ctx.db, treeId))
}

/** `undefined` is not cached: the tree may become final at any time. */
function sizeOf(loaded: LoadedTree | undefined): number {
  return loaded?.leaves.length ?? Number.POSITIVE_INFINITY
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
