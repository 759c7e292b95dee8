import 'server-only'
import { cellsPerShard, firstLimits } from '#lib/domain/shards/first-limits'
import { fillGap, mergeParts } from '#lib/domain/shards/merge-parts'
import type { SpatialQuery } from '#lib/schemas/spatial-query'
import { countPresent, findNewest, type ObservationRow, refuseMany } from '#lib/services/observations/newest'
import type { Ask } from '#lib/services/observations/read-published'

/**
 * The newest observations of a query, from the shards that have its cells. Each is first asked for about its part of the answer, and those
 * that may have more of it are asked once more.
 *
 * @param args.count the number of shards
 * @throws CairnError `aoi_too_large` if too many cells of the area have observations
 */
export async function findInShards(args: {
  ask: Ask
  count: number
  query: SpatialQuery
}): Promise<ObservationRow[]> {
  const { ask, count, query } = args
  const limits = firstLimits(cellsPerShard(query.runs, count), query.limit)
  const parts = await Promise.all(
    limits.map((limit, place) => {
      if (limit === 0) return { rows: [], isCut: false, present: 0 }
      return ask(place, async (reader) => {
        const [rows, present] = await Promise.all([
          findNewest(reader, { ...query, limit }),
          countPresent(reader, query),
        ])
        return { rows, isCut: rows.length >= limit, present }
      })
    }),
  )
  refuseMany(parts.reduce((sum, { present }) => sum + present, 0))
  const { rows, gaps } = mergeParts(parts, query.limit)
  if (gaps.every((gap) => gap === undefined)) return rows
  const filled = await Promise.all(
    parts.map(async (part, place) => {
      const gap = gaps[place]
      if (!gap) return part
      const { fromRecency, toRecency, limit } = gap
      const window = {
        toMs: -fromRecency * 1_000,
        fromMs: toRecency === undefined ? query.fromMs : -toRecency * 1_000,
      }
      return fillGap(
        part,
        gap,
        await ask(place, (reader) => findNewest(reader, { ...query, ...window, limit })),
      )
    }),
  )
  return mergeParts(filled, query.limit).rows
}
