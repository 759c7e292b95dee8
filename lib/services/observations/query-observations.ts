import 'server-only'
import { sql } from 'drizzle-orm'
import { tree } from '#db/schema/tree'
import type { Context } from '#lib/adapters/context'
import type { Db } from '#lib/adapters/db'
import { CairnError } from '#lib/domain/errors'
import type { SpatialResult } from '#lib/schemas/observation'
import type { SpatialQuery } from '#lib/schemas/spatial-query'
import { type AnchorTree, describeObservation, formatTime } from '#lib/services/observations/describe'
import { findNewest, maxPresentCells } from '#lib/services/observations/newest'

/**
 * The newest observations whose cell the area touches, within the window. Everything in the answer, its order and its
 * length included, follows from cells, whole seconds and ids alone.
 *
 * @param args.input as `parseSpatialQuery` returns it
 * @throws CairnError `aoi_too_large` when too many cells of the area hold data
 */
export async function queryObservations(args: {
  ctx: Pick<Context, 'env' | 'sql' | 'db'>
  input: SpatialQuery
}): Promise<SpatialResult> {
  const { ctx, input } = args
  const { presentCells, rows } = await findNewest(ctx.sql, input)
  if (presentCells > maxPresentCells) {
    throw new CairnError(
      'aoi_too_large',
      `aoi: more than ${maxPresentCells} cells of the area hold observations. Split the area.`,
      { field: 'aoi' },
    )
  }
  const trees = await loadTrees(ctx.db, new Set(rows.map((row) => row.treeId)))
  return {
    window: { from: formatTime(input.fromMs), to: formatTime(input.toMs) },
    observations: rows.map((row) => describeObservation(ctx.env, row, trees.get(row.treeId)!)),
  }
}

/** What a final tree says never changes, so it is read once; more than this many and the reading starts anew. */
const maxKnownTrees = 10_000
const knownTrees = new WeakMap<Db, Map<number, AnchorTree>>()

async function loadTrees(db: Db, treeIds: ReadonlySet<number>): Promise<Map<number, AnchorTree>> {
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
    .where(sql`${tree.treeId} = any(${`{${missing.join()}}`}::int[])`)
  // A check of the table: what is observed lies in a final tree, and a final tree has its attestation.
  for (const row of rows) known.set(row.treeId, row as AnchorTree)
  return known
}
