import 'server-only'
import type { Sql } from '#lib/adapters/db'
import type { AgedClaim } from '#lib/domain/geo/ground-truth-score'
import type { SpatialQuery } from '#lib/schemas/spatial-query'
import { claimOfRow, type SourceRow, sourceColumns, sourceJoins } from '#lib/services/enterprise/sources'
import { maxPresentCells, newestParameters } from '#lib/services/observations/newest'

/** A query with more observations is refused and not cut off, because the score of a part is not the score of the whole area. */
export const maxWeighed = 20_000

/** A claim whose source is not known yet. */
export type WeighedClaim = Omit<AgedClaim, 'source'>

/**
 * Reads what the score and the nodes need to know of each cell of an area within a window: of observations that differ in nothing
 * but their age, the newest.
 *
 * @param query its `limit` is ignored
 * @returns by cell, `undefined` if there are more than `maxWeighed` observations
 */
export async function weighCells(
  sql: Sql,
  query: SpatialQuery,
): Promise<Map<number, WeighedClaim[]> | undefined> {
  const parameters = newestParameters(query).slice(0, 4)
  const rows = await sql.unsafe<(SourceRow & { cell: number; recency: string; total: number })[]>(
    weighSql,
    parameters,
    { prepare: true },
  )
  if (rows.length > 0 && rows[0]!.total > maxWeighed) return undefined
  const to = Math.floor(query.toMs / 1000)
  const cells = new Map<number, WeighedClaim[]>()
  for (const row of rows) {
    const claim = { ...claimOfRow(row), ageSeconds: to + Number(row.recency) }
    const claims = cells.get(row.cell)
    if (claims) claims.push(claim)
    else cells.set(row.cell, [claim])
  }
  return cells
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
select cell, min(recency) as recency, origin, is_checked, contributor, payer,
  (select count(*) from seen)::int as total
from (select seen.cell, seen.recency, ${sourceColumns} from seen ${sourceJoins}) claim
group by cell, origin, is_checked, contributor, payer
order by cell`
