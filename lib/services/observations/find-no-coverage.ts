import 'server-only'
import type { Context } from '#lib/adapters/context'
import type { Sql } from '#lib/adapters/db'
import { arrayText } from '#lib/adapters/db/array-text'
import type { CellRun } from '#lib/domain/geo/cell-runs'
import { containingRuns } from '#lib/domain/geo/coarse-cells'
import { coveragePrecision } from '#lib/domain/observations/query-limits'
import type { SpatialQuery } from '#lib/schemas/spatial-query'

/** A covered cell hardly ever loses its last capture. An uncovered one gains its first at any moment, so that is stored as long as an answer of /api/coverage. */
const coveredMs = 60_000
const uncoveredMs = 1_000
/** The cache is emptied when it has more cells than this. */
const maxKnownCells = 20_000
/** Up to this many cells are looked up one by one, and remembered. 100 km² need a few, unless the area is very thin or around a pole. */
const maxListedCells = 16
/** An area that needs more runs of cells is not looked up. */
const maxRuns = 64

type Known = { isCovered: boolean; until: number }
const caches = new WeakMap<Sql, Map<number, Known>>()

/**
 * True if the public coverage has no cell of the area, so that there is no observation of any time in it. `false` if it has one, or
 * if the area needs too many runs of cells. It reads only what `listCoverage` publishes, so it reveals nothing else.
 *
 * Most calls are answered from memory, because prices are asked for often and for the same few places.
 */
export async function findNoCoverage(args: {
  ctx: Pick<Context, 'sql'>
  input: Pick<SpatialQuery, 'runs'>
}): Promise<boolean> {
  const { ctx, input } = args
  const runs = containingRuns(input.runs, coveragePrecision)
  if (runs.length > maxRuns) return false
  const count = runs.reduce((sum, [low, high]) => sum + high - low + 1, 0)
  if (count > maxListedCells) return hasNone(ctx.sql, runs)
  const cells = runs.flatMap(([low, high]) => Array.from({ length: high - low + 1 }, (_, at) => low + at))
  const known = cacheOf(ctx.sql)
  const now = performance.now()
  const isFresh = (cell: number) => (known.get(cell)?.until ?? 0) > now
  if (cells.some((cell) => isFresh(cell) && known.get(cell)!.isCovered)) return false
  const unknown = cells.filter((cell) => !isFresh(cell))
  if (unknown.length === 0) return true
  const rows = await ctx.sql.unsafe<{ cell: number }[]>(
    'select cell from coverage where precision = $1::smallint and cell = any($2::int[])',
    [String(coveragePrecision), arrayText(unknown)],
    { prepare: true },
  )
  const covered = new Set(rows.map(({ cell }) => cell))
  for (const cell of unknown) {
    const isCovered = covered.has(cell)
    known.set(cell, { isCovered, until: now + (isCovered ? coveredMs : uncoveredMs) })
  }
  return covered.size === 0
}

async function hasNone(sql: Sql, runs: readonly CellRun[]): Promise<boolean> {
  const found = await sql.unsafe(
    `select 1 from unnest($2::int[], $3::int[]) as run (low, high)
    where exists (select from coverage where precision = $1::smallint and cell between run.low and run.high) limit 1`,
    [String(coveragePrecision), arrayText(runs.map(([low]) => low)), arrayText(runs.map(([, high]) => high))],
    { prepare: true },
  )
  return found.length === 0
}

function cacheOf(sql: Sql): Map<number, Known> {
  let cache = caches.get(sql)
  if (!cache || cache.size > maxKnownCells) {
    cache = new Map()
    caches.set(sql, cache)
  }
  return cache
}
