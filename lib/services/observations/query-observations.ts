import 'server-only'
import type { Context } from '#lib/adapters/context'
import { isoMs, isoSeconds } from '#lib/domain/text/iso-time'
import type { SpatialResult } from '#lib/schemas/observation'
import type { SpatialQuery } from '#lib/schemas/spatial-query'
import { type AnchorTree, describeObservation } from '#lib/services/observations/describe'
import { findInShards } from '#lib/services/observations/find-in-shards'
import { loadTrees, treeCacheOf } from '#lib/services/observations/load-trees'
import { findNewest, type ObservationRow } from '#lib/services/observations/newest'
import { type Reader, readPublished, readShards } from '#lib/services/observations/read-published'

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
  const query = { ...input, limit: input.limit + 1 }
  const withTrees = async (reader: Reader, rows: ObservationRow[]): Promise<Found> => {
    const treeIds = new Set(rows.slice(0, input.limit).map((row) => row.treeId))
    const unknown = [...treeIds].filter((treeId) => !trees.has(treeId))
    const loaded = await loadTrees(reader, unknown)
    // Another server may answer: a shard that has skipped a change lacks the tree.
    if (loaded.length < unknown.length) throw new Error('an observation has no tree')
    return { rows, loaded }
  }
  const found =
    (await readShards(ctx.sql, async (ask, count) => {
      const rows = await findInShards({ ask, count, query })
      return ask(0, (reader) => withTrees(reader, rows))
    })) ??
    (await readPublished(ctx.sql, async (reader) => withTrees(reader, await findNewest(reader, query))))
  for (const tree of found.loaded) trees.set(tree.treeId, tree)
  const rows = found.rows.slice(0, input.limit)
  const leftOut = found.rows[input.limit]
  return {
    window: { from: isoMs(input.fromMs), to: isoMs(input.toMs) },
    observations: rows.map((row) => describeObservation(ctx.env, row, trees.get(row.treeId)!)),
    ...(leftOut ? { nextTo: isoSeconds(-leftOut.recency) } : {}),
  }
}

/** The newest rows of an area, one more than its limit, and their trees that were not in the cache. */
type Found = { rows: ObservationRow[]; loaded: AnchorTree[] }
