import 'server-only'
import type { Context } from '#lib/adapters/context'
import type { SpatialResult } from '#lib/schemas/observation'
import type { SpatialQuery } from '#lib/schemas/spatial-query'
import { describeObservation, formatTime } from '#lib/services/observations/describe'
import { loadTrees } from '#lib/services/observations/load-trees'
import { findNewest } from '#lib/services/observations/newest'

/**
 * The newest observations in a window whose cell touches the area. The whole answer, including its order and length, depends only on
 * cells, whole seconds and ids.
 *
 * `nextTo` is present if the limit left some out: the time of the newest of those, to be used as the end of the next window. That
 * window may repeat observations of the same second, and misses none.
 *
 * @param args.input as `parseSpatialQuery` returns it
 * @throws CairnError `aoi_too_large` if too many cells of the area have observations
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
