import 'server-only'
import { sql } from 'drizzle-orm'
import { tree } from '#db/schema/tree'
import type { Db } from '#lib/adapters/db'
import { arrayText } from '#lib/adapters/db/array-text'
import type { AnchorTree } from '#lib/services/observations/describe'

/** Final trees never change and are cached. The cache is emptied when it has more than this many. */
const maxKnownTrees = 10_000
const knownTrees = new WeakMap<Db, Map<number, AnchorTree>>()

/** The trees with these numbers, and possibly others. */
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
    // One parameter. `inArray` would make one for each id.
    .where(sql`${tree.treeId} = any(${arrayText(missing)}::int[])`)
  // Observations are in final trees, and a constraint requires that final trees have an attestation.
  for (const row of rows) known.set(row.treeId, row as AnchorTree)
  return known
}
