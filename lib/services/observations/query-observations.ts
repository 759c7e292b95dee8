import 'server-only'
import type { Context } from '#lib/adapters/context'
import type { SpatialResult } from '#lib/schemas/observation'
import type { SpatialQuery } from '#lib/schemas/spatial-query'
import { describeObservation, formatTime } from '#lib/services/observations/describe'
import { loadTrees, treeCacheOf } from '#lib/services/observations/load-trees'
import { findNewest } from '#lib/services/observations/newest'
import { readPublished } from '#lib/services/observations/read-published'

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
  ctx: Pick<Context, 'env' | 'sql'>
  input: SpatialQuery
}): Promise<SpatialResult & { nextTo?: string }> {
  const { ctx, input } = args
  const trees = treeCacheOf(ctx.sql)
  const { rows, leftOut, loaded } = await readPublished(ctx.sql, async (reader) => {
    const found = await findNewest(reader, { ...input, limit: input.limit + 1 })
    const rows = found.slice(0, input.limit)
    const treeIds = new Set(rows.map((row) => row.treeId))
    const loaded = await loadTrees(
      reader,
      [...treeIds].filter((treeId) => !trees.has(treeId)),
    )
    return { rows, leftOut: found[input.limit], loaded }
  })
  for (const tree of loaded) trees.set(tree.treeId, tree)
  return {
    window: { from: formatTime(input.fromMs), to: formatTime(input.toMs) },
    observations: rows.map((row) => describeObservation(ctx.env, row, trees.get(row.treeId)!)),
    ...(leftOut ? { nextTo: formatTime(-leftOut.recency * 1_000) } : {}),
  }
}
