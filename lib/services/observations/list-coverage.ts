import 'server-only'
import type { Context } from '#lib/adapters/context'
import { coarseGeohash, coarseRuns } from '#lib/domain/coarse-cells'
import { type Coverage, type CoverageQuery, coveragePrecision, maxCoverageCells } from '#lib/schemas/coverage'

const globe = { west: -180, south: -90, east: 180, north: 90 }

/** One probe of the primary key for each row of cells and run of columns: what the box does not touch is never read. */
const cellsSql = `
  select distinct found.cell
  from generate_series($2::int, $3::int) as line (number)
  cross join unnest($4::int[], $5::int[]) as run (first, last)
  cross join lateral (
    select cell from coverage
    where precision = $1::smallint
      and cell between (line.number << $6::int) | run.first and (line.number << $6::int) | run.last
  ) as found
  limit $7::int`

/**
 * The cells of a box that hold at least one published observation, as coarse as it takes to name few enough. It reads nothing
 * but that presence, so that nothing else can show in it.
 */
export async function listCoverage(args: {
  ctx: Pick<Context, 'sql'>
  input: CoverageQuery
}): Promise<Coverage> {
  const bounds = args.input.bbox ?? globe
  for (let precision = coveragePrecision; ; precision--) {
    const { rows, columns, longitudeBits } = coarseRuns(bounds, precision)
    const found = await args.ctx.sql.unsafe<{ cell: number }[]>(
      cellsSql,
      [
        precision,
        rows[0],
        rows[1],
        `{${columns.map(([first]) => first).join()}}`,
        `{${columns.map(([, last]) => last).join()}}`,
        longitudeBits,
        maxCoverageCells + 1,
      ].map(String),
      { prepare: true },
    )
    if (found.length > maxCoverageCells) continue
    // The order of a limited query is not told by anything; sorted, equal answers are equal bytes.
    return { precision, cells: found.map(({ cell }) => coarseGeohash(cell, precision)).sort() }
  }
}
