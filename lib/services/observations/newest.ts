import 'server-only'
import type { Sql } from '#lib/adapters/db'
import { maxLimit, type SpatialQuery } from '#lib/schemas/spatial-query'

/** More cells with data than this in one area are refused, never cut off. */
export const maxPresentCells = 8192
const tooManyCells = maxPresentCells + 1

export type ObservationRow = {
  /** Minus the capture time in epoch seconds. */
  recency: number
  cell: number
  treeId: number
  leafHash: Uint8Array
  sha256: Uint8Array
}

/**
 * The newest observations of the asked cells and window.
 *
 * @returns `presentCells`: how many of the cells hold data; more than `maxPresentCells` means nothing was searched
 */
export async function findNewest(
  sql: Sql,
  query: SpatialQuery,
): Promise<{ presentCells: number; rows: ObservationRow[] }> {
  const rows = await sql.unsafe(newestSql, newestParameters(query), { prepare: true })
  const found = rows.filter((row) => row.sha256 !== null)
  return {
    presentCells: rows[0]!.present,
    rows: found.map((row) => ({
      recency: Number(row.recency),
      cell: row.cell,
      treeId: row.tree_id,
      leafHash: row.leaf_hash,
      sha256: row.sha256,
    })),
  }
}

/** The window in whole seconds, since that is what captures have. Arrays as literals: no type look-up needed. */
export function newestParameters(query: SpatialQuery): string[] {
  return [
    `{${query.runs.map(([low]) => low).join()}}`,
    `{${query.runs.map(([, high]) => high).join()}}`,
    String(-Math.floor(query.toMs / 1000)),
    String(-Math.ceil(query.fromMs / 1000)),
    String(query.limit),
  ]
}

/**
 * The newest observations of an area, in the total order (recency, sha256): newest first, then by id.
 *
 * Reading `limit` rows from every cell would cost cells × limit. Instead: read a few of the newest of each cell, keep the
 * `limit` `nearest` of them all, and take the last of those as a `bound`: that many rows at or before it prove that
 * the answer lies there. Cells of which every row read was kept (`saturated`) may hold more before the bound and are read
 * up to it. The `limit`-th of all `candidate` rows is the `last` of the answer, and only the answer's rows are fetched
 * whole. The cost follows the number of cells and the limit, not the number of rows.
 *
 * With n cells and limit k, max(2k/n + 2, k/n^¾) rows are read of each. More makes saturated cells rarer, fewer makes
 * the first reading cheaper; at most n^¾ cells can be saturated, so that no data makes it cost more than k·n^¾ index rows.
 *
 * The constant limits, which no data can reach, are hints: without them the planner reads all of `cell_presence`, or
 * prepares a hash table for millions of cells.
 *
 * Parameters: run starts and run ends (`int[]`), least and greatest recency, limit. One row at least comes back, with
 * `present` (how many cells with data the area holds) and, when there is no observation, nulls.
 */
export const newestSql = `
with present as materialized (
  select p.cell
  from unnest($1::int[], $2::int[]) as run (low, high)
  cross join lateral (
    select cell from cell_presence where cell between run.low and run.high
    order by cell limit ${tooManyCells}
  ) p
  limit ${tooManyCells}
), counted as materialized (
  select count(*)::int as present,
    case when count(*) > ${maxPresentCells} then 0
      else greatest(ceil(2.0 * $5::int / greatest(1, count(*))) + 2, ceil($5::int / power(greatest(1, count(*)), 0.75)))::int
    end as depth
  from present
), nearest as materialized (
  select present.cell, probe.recency, probe.sha256
  from present
  cross join lateral (
    select recency, sha256 from observation
    where observation.cell = present.cell and recency between $3::bigint and $4::bigint
    order by recency, sha256
    limit (select depth from counted)
  ) probe
  order by probe.recency, probe.sha256
  limit $5::int
), bound as materialized (
  select coalesce(max(recency), $4::bigint) as recency, coalesce(max(sha256), decode(repeat('ff', 32), 'hex')) as sha256
  from (select recency, sha256 from nearest order by recency, sha256 offset $5::int - 1 limit 1) nth
), kept as materialized (
  select cell, count(*) >= (select depth from counted) as saturated
  from (select cell from nearest limit ${maxLimit}) near
  group by cell
), candidate as materialized (
  select nearest.recency, nearest.sha256
  from nearest join kept using (cell)
  where not kept.saturated
  union all
  select deep.recency, deep.sha256
  from kept cross join bound
  cross join lateral (
    select recency, sha256 from observation
    where observation.cell = kept.cell and recency >= $3::bigint
      and (recency, observation.sha256) <= (bound.recency, bound.sha256)
    order by recency, sha256
    limit $5::int
  ) deep
  where kept.saturated
), last as materialized (
  select coalesce(max(nth.recency), max(bound.recency)) as recency, coalesce(max(nth.sha256), max(bound.sha256)) as sha256
  from bound left join (select recency, sha256 from candidate order by recency, sha256 offset $5::int - 1 limit 1) nth on true
)
select counted.present, found.recency, found.cell, found.tree_id, found.leaf_hash, found.sha256
from counted left join (
  select o.* from last cross join kept
  cross join lateral (
    select * from observation
    where observation.cell = kept.cell and recency >= $3::bigint
      and (recency, observation.sha256) <= (last.recency, last.sha256)
    order by recency, sha256
    limit $5::int
  ) o
  order by o.recency, o.sha256
  limit $5::int
) found on true
order by found.recency, found.sha256`
