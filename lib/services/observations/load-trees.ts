import 'server-only'
import { sql } from 'drizzle-orm'
import { tree } from '#db/schema/tree'
import type { Db } from '#lib/adapters/db'
import { arrayText } from '#lib/adapters/open-client'
import type { AnchorTree } from '#lib/services/observations/describe'

/** What a final tree says never changes, so it is read once; more than this many and the reading starts anew. */
const maxKnownTrees = 10_000
const knownTrees = new WeakMap<Db, Map<number, AnchorTree>>()

/** The trees of these numbers, and maybe others. */
export async function loadTrees(db: Db, treeIds: ReadonlySet<number>): Promise<Map<number, AnchorTree>> {
  let known = knownTrees.get(db)
  if (!known || known.size > maxKnownTrees) {
    known = new Map()
    knownTrees.set(db, known)
  }
  const missing = [...treeIds].filter((treeId) => !known.has(treeId))
  if (missing.length === 0) return known
  const rows = await db
    .select({ treeId: tree.treeId, root: tree.root, attestUid: tree.attestUid, attestTx: tree.attestTx })
    .from(tree)
    // One parameter, where inArray makes one of each id.
    .where(sql`${tree.treeId} = any(${arrayText(missing)}::int[])`)
  // A check of the table: what is observed lies in a final tree, and a final tree has its attestation.
  for (const row of rows) known.set(row.treeId, row as AnchorTree)
  return known
}
