import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#lib/adapters/db'
import { cellAt } from '#lib/domain/geo/geohash'
import type { SpatialQuery } from '#lib/schemas/spatial-query'
import { newestParameters, newestSql } from '#lib/services/observations/newest'
import { withVersion } from '#lib/services/observations/read-published'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { until } from '#testing/until'

/** Side by side in one row of cells; the first holds more than all others together. */
const cells = 100
const rows = 20_000
const first = cellAt(10, 10)
const secondsApart = 60
/** Other cells, a quarter of which have all their rows in one second, like captures that are dated by the day. */
const dated = { cells: 60, full: 15, rows: 400, first: cellAt(20, 20) }

let created: TestDatabase
let database: Database
beforeAll(async () => {
  created = await createTestDatabase()
  database = openDatabase(created.url, { maxConnections: 1 })
  const { sql } = database
  // Vacuum marks no page as all-visible whose rows were just committed asynchronously.
  await sql`set synchronous_commit = on`
  await sql`
    insert into observation (recency, cell, tree_id, leaf_hash, sha256)
    select -n * ${secondsApart}, ${first}::int + case when n % 2 = 0 then 0 else n / 2 % ${cells} end, 1,
      sha256(('leaf' || n)::bytea), sha256(n::text::bytea)
    from generate_series(1, ${rows}) n`
  await sql`
    insert into observation (recency, cell, tree_id, leaf_hash, sha256)
    select case when n % ${dated.cells} < ${dated.full} then 0 else n end - ${rows * secondsApart}, ${dated.first}::int + n % ${dated.cells}, 2,
      sha256(('dated leaf' || n)::bytea), sha256(('dated' || n)::bytea)
    from generate_series(0, ${dated.cells * dated.rows - 1}) n`
  await sql`insert into cell_presence select distinct cell from observation order by 1`
  await until(
    async () => {
      await sql`vacuum (analyze, freeze) observation, cell_presence`
      const [seen] = await sql`select bool_and(relallvisible = relpages) as "isAll" from pg_class
        where relname in ('observation', 'cell_presence')`
      return seen!.isAll
    },
    // While an automatic analyze in this database holds an older snapshot, vacuum marks no page.
    { what: 'all pages are marked as visible' },
  )
  await sql.unsafe(`prepare newest (int[], int[], bigint, bigint, int) as ${newestSql}`)
  await sql.unsafe(`prepare from_replica (int[], int[], bigint, bigint, int) as ${withVersion(newestSql)}`)
})
afterAll(async () => {
  await database?.close()
  await created?.close()
})

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Heap Fetches'?: number
  Plans?: Plan[]
}
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

const run = (cell: number, count: number) => [[cell, cell + count - 1]] as const

test.each([
  { of: 'one cell', runs: run(first, 1), limit: 1000, reads: 1000 },
  { of: 'one cell', runs: run(first, 1), limit: 1, reads: 1 },
  // 669 of the full one and all 200 of the others; then the full one alone, to the limit.
  { of: 'three cells', runs: run(first, 3), limit: 1000, reads: 669 + 200 + 1000 },
  // First four rows of each of a hundred cells are read, then the rest of the fullest cell, which holds half of the newest rows.
  { of: 'many cells', runs: run(first, cells), limit: 100, reads: 4 * cells + 100 },
  // Four of each; then of the full ones not all of that second, which would be sixty of each.
  {
    of: 'many cells of one second',
    runs: run(dated.first, dated.cells),
    limit: 60,
    reads: 4 * dated.cells + 300,
  },
])('the $limit newest of $of are read from the index alone, $reads rows of it at most', async (asked) => {
  const query = { runs: asked.runs, fromMs: 0, toMs: rows * secondsApart * 1000, limit: asked.limit }
  for (const statement of ['newest', 'from_replica']) await expectReads(statement, query, asked.reads)
})

async function expectReads(statement: string, query: SpatialQuery, most: number): Promise<void> {
  const [report] = await database.sql.unsafe(
    `explain (analyze, timing off, format json) execute ${statement} ('${newestParameters(query).join(`','`)}')`,
  )
  const [{ Plan: plan }] = report!['QUERY PLAN'] as [{ Plan: Plan }]
  expect(plan['Actual Rows']).toBe(query.limit)
  const readers = nodes(plan).filter((node) => node['Relation Name'] === 'observation')
  for (const node of readers) {
    expect(node['Node Type']).toBe('Index Only Scan')
    expect(node['Heap Fetches']).toBe(0)
  }
  const read = readers.reduce((sum, node) => sum + Math.round(node['Actual Rows'] * node['Actual Loops']), 0)
  expect(read).toBeGreaterThanOrEqual(query.limit)
  expect(read).toBeLessThanOrEqual(most)
}
