import 'server-only'
import type { Sql } from '#lib/adapters/db'
import { arrayText } from '#lib/adapters/db/array-text'
import type { AnchorTree } from '#lib/services/observations/describe'
import type { Reader } from '#lib/services/observations/read-published'

/** Final trees never change and are cached. The cache is emptied when it has more than this many. */
const maxKnownTrees = 10_000
const caches = new WeakMap<Sql, Map<number, AnchorTree>>()

type Row = { tree_id: number; root: Uint8Array; attest_uid: Uint8Array; attest_tx: Uint8Array }

/**
 * The cache of the final trees of a database. A tree from a replica may be added only when the answer of the replica counts: another server
 * may have other trees with the same numbers.
 *
 * @param sql the pool of the primary
 */
export function treeCacheOf(sql: Sql): Map<number, AnchorTree> {
  let cache = caches.get(sql)
  if (!cache || cache.size > maxKnownTrees) {
    cache = new Map()
    caches.set(sql, cache)
  }
  return cache
}

/** The final trees with these numbers. */
export async function loadTrees(reader: Reader, treeIds: readonly number[]): Promise<AnchorTree[]> {
  if (treeIds.length === 0) return []
  const rows = await reader<Row>(
    'select tree_id, root, attest_uid, attest_tx from tree where tree_id = any($1::int[])',
    [arrayText(treeIds)],
  )
  return rows.map((row) => ({
    treeId: row.tree_id,
    root: row.root,
    attestUid: row.attest_uid,
    attestTx: row.attest_tx,
  }))
}
