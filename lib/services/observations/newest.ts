import 'server-only'
import { fieldError } from '#lib/domain/errors'
import { maxLimit } from '#lib/domain/observations/query-limits'
import type { SpatialQuery } from '#lib/schemas/spatial-query'
import type { Reader } from '#lib/services/observations/read-published'

/** An area with more non-empty cells than this is refused and not cut off. */
export const maxPresentCells = 8192
const tooManyCells = maxPresentCells + 1
/** One more than an answer has, to know whether there are more. */
const maxRows = maxLimit + 1

export type ObservationRow = {
  /** The negated capture time in epoch seconds. */
  recency: number
  cell: number
  treeId: number
  leafHash: Uint8Array
  sha256: Uint8Array
}

type Row = {
  recency: string
  cell: number
  tree_id: number
  leaf_hash: Uint8Array
  sha256: Uint8Array | null
}

/**
 * The newest observations in the cells and window of a query.
 *
 * @throws CairnError `aoi_too_large` if more than `maxPresentCells` of the cells have observations
 */
export async function findNewest(reader: Reader, query: SpatialQuery): Promise<ObservationRow[]> {
  const rows = await reader<Row>(newestSql, newestParameters(query))
  if (rows[0]?.sha256 === null) refuseMany(tooManyCells)
  return rows.map((row) => ({
    recency: Number(row.recency),
    cell: row.cell,
    treeId: row.tree_id,
    leafHash: row.leaf_hash,
    sha256: row.sha256!,
  }))
}

/** @throws CairnError `aoi_too_large` if this is more than `maxPresentCells` */
export function refuseMany(presentCells: number): void {
  if (presentCells > maxPresentCells)
    throw fieldError(
      'aoi',
      `covers more than ${maxPresentCells.toLocaleString('en')} cells with observations. Split the area.`,
      { code: 'aoi_too_large' },
    )
}

/** The number of cells of a query that have observations on one shard. 0 without a count for queries of at most `maxPresentCells` cells. */
export async function countPresent(reader: Reader, query: SpatialQuery): Promise<number> {
  const cells = query.runs.reduce((sum, [low, high]) => sum + high - low + 1, 0)
  if (cells <= maxPresentCells) return 0
  const [row] = await reader<{ present: string }>(presentSql, newestParameters(query).slice(0, 2))
  return Number(row!.present)
}

/** The window is in whole seconds, like the times of captures. Arrays are literals, which need no type look-up. */
export function newestParameters(query: SpatialQuery): string[] {
  return [
    `{${query.runs.map(([low]) => low).join()}}`,
    `{${query.runs.map(([, high]) => high).join()}}`,
    String(-Math.floor(query.toMs / 1000)),
    String(-Math.ceil(query.fromMs / 1000)),
    String(query.limit),
  ]
}

/** The cells with observations in runs of cells, and one more at most than a query may have. */
const presentCellsSql = `
  select p.cell
  from unnest($1::int[], $2::int[]) as run (low, high)
  cross join lateral (
    select cell from cell_presence where cell between run.low and run.high
    order by cell limit ${tooManyCells}
  ) p
  limit ${tooManyCells}`

const presentSql = `select count(*) as present from (${presentCellsSql}) present`

/**
 * The newest observations of an area, in the total order (recency, sha256): newest first, then by id.
 *
 * Reading `limit` rows of every cell would cost cells × limit. Instead, the first pass reads a few of the newest rows of each cell,
 * and takes the `limit` newest of all of them (`nearest`). If there are that many, every row of the answer is at or before the
 * last of them, the `bound`; otherwise the bound is the end of the window. A cell whose rows are all among the nearest may have more
 * rows before the bound (`unread`). Only these cells are read further, up to `limit` rows. The cost depends on the number of cells
 * and on the limit, but not on the number of rows.
 *
 * With n cells and limit k, the first pass reads max(2k/n + 2, k/n^¾) rows of each cell, and at most k. More rows mean fewer cells
 * to read further; fewer rows make the first pass cheaper. At most n^¾ cells can be read further, so for any data this costs at most
 * k·n^¾ index rows.
 *
 * The index has whole rows. Columns are selected in its order; any other order would copy each row. The constant limits stop the
 * planner from reading all of `cell_presence` and from preparing a hash table for millions of cells. The limit of `present` also
 * ends the search of an area that is refused.
 *
 * Parameters: run starts and run ends (`int[]`), least and greatest recency, limit. If more than `maxPresentCells` of the cells
 * have observations, the search is skipped and the result is a single row of nulls.
 */
export const newestSql = `
with present as materialized (${presentCellsSql}), counted as materialized (
  select count(*) as present,
    case when count(*) > ${maxPresentCells} then 0
      else least($5::int, greatest(
        ceil(2.0 * $5::int / greatest(1, count(*))) + 2,
        ceil($5::int / power(greatest(1, count(*)), 0.75))
      ))::int
    end as depth
  from present
), nearest as materialized (
  select probe.*
  from present
  cross join lateral (
    select cell, recency, sha256, leaf_hash, tree_id from observation
    where observation.cell = present.cell and recency between $3::bigint and $4::bigint
    order by recency, sha256
    limit (select depth from counted)
  ) probe
  order by probe.recency, probe.sha256
  limit $5::int
), bound as materialized (
  select counted.depth, coalesce(nth.recency, $4::bigint) as recency,
    coalesce(nth.sha256, decode(repeat('ff', 32), 'hex')) as sha256
  from counted left join (
    select recency, sha256 from nearest order by recency, sha256 offset $5::int - 1 limit 1
  ) nth on true
), unread as materialized (
  select cell from (select cell from nearest limit ${maxRows}) near
  group by cell
  having count(*) >= (select depth from counted where depth < $5::int)
)
select cell, recency, sha256, leaf_hash, tree_id from nearest
union all
select deep.*
from unread cross join bound
cross join lateral (
  select cell, recency, sha256, leaf_hash, tree_id from observation
  where observation.cell = unread.cell and recency >= $3::bigint
    and (recency, observation.sha256) <= (bound.recency, bound.sha256)
  order by recency, sha256
  offset bound.depth
  limit $5::int - bound.depth
) deep
union all
select null, null, null, null, null from counted where present > ${maxPresentCells}
order by recency, sha256
limit $5::int`
