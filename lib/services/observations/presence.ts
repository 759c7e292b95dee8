import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { cellPresence, coverage, observation } from '#db/schema/observation'
import type { Tx } from '#lib/adapters/db'
import { childRuns } from '#lib/domain/geo/coarse-cells'
import { coarseCell } from '#lib/domain/geo/geohash'
import { batches } from '#lib/services/observations/batches'

// The cells that have observations, which the public coverage shows.

const coarsest = 1
const finestCoarse = 5

/** Records that cells have an observation. Repeating it changes nothing. */
export async function addPresence(tx: Tx, given: readonly number[]): Promise<void> {
  const cells = sortedSet(given).map((cell) => ({ cell }))
  for (const batch of batches(cells)) await tx.insert(cellPresence).values(batch).onConflictDoNothing()
  const coarse = [1, 2, 3, 4, 5].flatMap((precision) =>
    sortedSet(cells.map(({ cell }) => coarseCell(cell, precision))).map((cell) => ({ precision, cell })),
  )
  for (const batch of batches(coarse)) await tx.insert(coverage).values(batch).onConflictDoNothing()
}

/**
 * Removes a cell that has no observation left, and each coarser cell without another one. The caller must hold the lock on the head
 * of the feed, so that nothing is published meanwhile.
 */
export async function dropPresence(tx: Tx, cell: number): Promise<void> {
  const left = await tx.select({ one: sql`1` }).from(observation).where(eq(observation.cell, cell)).limit(1)
  if (left.length > 0) return
  await tx.delete(cellPresence).where(eq(cellPresence.cell, cell))
  for (let precision = finestCoarse; precision >= coarsest; precision--) {
    const coarse = coarseCell(cell, precision)
    if (await holdsAny(tx, coarse, precision)) return
    await tx.delete(coverage).where(and(eq(coverage.precision, precision), eq(coverage.cell, coarse)))
  }
}

/** True if any of the next finer cells within this one is present. */
async function holdsAny(tx: Tx, coarse: number, precision: number): Promise<boolean> {
  const runs = childRuns(coarse, precision)
  const lows = `{${runs.map(([low]) => low).join()}}`
  const highs = `{${runs.map(([, high]) => high).join()}}`
  const finer =
    precision === finestCoarse
      ? sql`select 1 from cell_presence where cell between run.low and run.high limit 1`
      : sql`select 1 from coverage where precision = ${precision + 1} and cell between run.low and run.high limit 1`
  const found = await tx.execute(sql`
    select 1 from unnest(${lows}::int[], ${highs}::int[]) as run (low, high) cross join lateral (${finer}) found limit 1`)
  return found.length > 0
}

function sortedSet(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b)
}
