import 'server-only'
import type { Context } from '#lib/adapters/context'
import type { SpatialResult } from '#lib/schemas/observation'
import type { SpatialQuery } from '#lib/schemas/spatial-query'
import { describeObservation, formatTime } from '#lib/services/observations/describe'
import { loadTrees } from '#lib/services/observations/load-trees'
import { findNewest } from '#lib/services/observations/newest'

/**
 * The newest observations whose cell the area touches, within the window. Everything in the answer, its order and its
 * length included, follows from cells, whole seconds and ids alone.
 *
 * `nextTo`, only when `limit` left some out: the time of the newest of those, with which a window goes on where this one ends.
 * Of its second some may be in this answer already, so none is ever missed.
 *
 * @param args.input as `parseSpatialQuery` returns it
 * @throws CairnError `aoi_too_large` when too many cells of the area hold data
 */
export async function queryObservations(args: {
  ctx: Pick<Context, 'env' | 'sql' | 'db'>
  input: SpatialQuery
}): Promise<SpatialResult & { nextTo?: string }> {
  const { ctx, input } = args
  const found = await findNewest(ctx.sql, { ...input, limit: input.limit + 1 })
  const rows = found.slice(0, input.limit)
  const leftOut = found[input.limit]
  const trees = await loadTrees(ctx.db, new Set(rows.map((row) => row.treeId)))
  return {
    window: { from: formatTime(input.fromMs), to: formatTime(input.toMs) },
    observations: rows.map((row) => describeObservation(ctx.env, row, trees.get(row.treeId)!)),
    ...(leftOut ? { nextTo: formatTime(-leftOut.recency * 1_000) } : {}),
  }
}
