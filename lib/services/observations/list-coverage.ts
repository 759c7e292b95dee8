import 'server-only'
import type { Context } from '#lib/adapters/context'
import { coarseGeohash, coarseRuns } from '#lib/domain/geo/coarse-cells'
import { coveragePrecision } from '#lib/domain/observations/query-limits'
import { type Coverage, type CoverageQuery, maxCoverageCells } from '#lib/schemas/coverage'
import { type Reader, readPublished } from '#lib/services/observations/read-published'

const globe = { west: -180, south: -90, east: 180, north: 90 }

/** Reads each run by the primary key, so cells outside the box are not read, and at most `limit` cells of a run. */
const cellsSql = `
  select found.cell
  from unnest($2::int[], $3::int[]) as run (low, high)
  cross join lateral (
    select cell from coverage
    where precision = $1::smallint and cell between run.low and run.high
    order by cell
    limit $4::int
  ) as found
  limit $4::int`

/**
 * The cells of a box that have at least one published observation, at the finest precision with few enough cells. It reads only the
 * `coverage` table, so the answer cannot reveal anything else.
 */
export async function listCoverage(args: {
  ctx: Pick<Context, 'sql'>
  input: CoverageQuery
}): Promise<Coverage> {
  const bounds = args.input.bbox ?? globe
  return readPublished(args.ctx.sql, (reader) => listWithin(reader, bounds))
}

async function listWithin(reader: Reader, bounds: typeof globe): Promise<Coverage> {
  for (let precision = coveragePrecision; ; precision--) {
    const runs = coarseRuns(bounds, precision)
    const found = await reader<{ cell: number }>(cellsSql, [
      String(precision),
      `{${runs.map(([low]) => low).join()}}`,
      `{${runs.map(([, high]) => high).join()}}`,
      String(maxCoverageCells + 1),
    ])
    if (found.length > maxCoverageCells) continue
    // Sorted, so that the same cells always give the same bytes.
    return { precision, cells: found.map(({ cell }) => coarseGeohash(cell, precision)).sort() }
  }
}
