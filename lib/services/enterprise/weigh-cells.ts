import 'server-only'
import type { Sql } from '#lib/adapters/db'
import type { CellEvidence } from '#lib/domain/geo/ground-truth-score'
import type { SpatialQuery } from '#lib/schemas/spatial-query'
import { confidenceSql, sourceJoins } from '#lib/services/enterprise/sources'
import { maxPresentCells, newestParameters } from '#lib/services/observations/newest'

/** A query with more observations is refused and not cut off, because the score of a part is not the score of the whole area. */
export const maxWeighed = 20_000

/**
 * Reads what the score needs to know of each cell of an area within a window.
 *
 * @param query its `limit` is ignored
 * @returns `undefined` if there are more than `maxWeighed` observations
 */
export async function weighCells(sql: Sql, query: SpatialQuery): Promise<CellEvidence[] | undefined> {
  const parameters = newestParameters(query).slice(0, 4)
  const rows = await sql.unsafe<{ recency: string; nodes: number; confidence: number; total: number }[]>(
    weighSql,
    parameters,
    { prepare: true },
  )
  if (rows.length > 0 && rows[0]!.total > maxWeighed) return undefined
  const to = Math.floor(query.toMs / 1000)
  return rows.map(({ recency, nodes, confidence }) => ({
    ageSeconds: to + Number(recency),
    nodes,
    confidence,
  }))
}

/** Parameters: run starts and run ends (`int[]`), least and greatest recency. */
const weighSql = `
with present as materialized (
  select p.cell
  from unnest($1::int[], $2::int[]) as run (low, high)
  cross join lateral (
    select cell from cell_presence where cell between run.low and run.high order by cell limit ${maxPresentCells + 1}
  ) p
  limit ${maxPresentCells + 1}
), seen as materialized (
  select o.* from present
  cross join lateral (
    select cell, recency, sha256 from observation
    where observation.cell = present.cell and recency between $3::bigint and $4::bigint
    limit ${maxWeighed + 1}
  ) o
  limit ${maxWeighed + 1}
)
select min(seen.recency) as recency, max(${confidenceSql}) as confidence,
  count(distinct coalesce(submission.contributor, ''))::int as nodes,
  (select count(*) from seen)::int as total
from seen ${sourceJoins}
group by seen.cell
order by seen.cell`
