import 'server-only'
import { cellPresence, coverage, observation } from '#db/schema/observation'
import type { Tx } from '#lib/adapters/db'
import { coarseCell } from '#lib/domain/geohash'
import { compareBytes } from '#lib/domain/merkle'

export type PublishedLeaf = {
  sha256: Uint8Array
  cell: number
  /** Whole epoch seconds. */
  capturedAtSeconds: number
  leafHash: Uint8Array
}

const rowsPerInsert = 5000

/**
 * Makes the captures of a final tree observable, inside the caller's transaction. Doing it again changes nothing.
 *
 * Rows go in sorted by key, table by table in one order, so that two publications never wait for each other in a circle.
 */
export async function publishTree(args: {
  tx: Tx
  treeId: number
  leaves: readonly PublishedLeaf[]
}): Promise<void> {
  const { tx, treeId, leaves } = args
  const rows = leaves
    .map(({ sha256, cell, capturedAtSeconds, leafHash }) => {
      if (!Number.isSafeInteger(capturedAtSeconds)) throw new RangeError('capturedAtSeconds must be whole')
      return { recency: -capturedAtSeconds, cell, treeId, leafHash, sha256 }
    })
    .sort((a, b) => compareBytes(a.sha256, b.sha256))
  for (const batch of batches(rows)) await tx.insert(observation).values(batch).onConflictDoNothing()

  const cells = sortedSet(leaves.map((leaf) => leaf.cell)).map((cell) => ({ cell }))
  for (const batch of batches(cells)) await tx.insert(cellPresence).values(batch).onConflictDoNothing()

  const coarse = [1, 2, 3, 4, 5].flatMap((precision) =>
    sortedSet(cells.map(({ cell }) => coarseCell(cell, precision))).map((cell) => ({ precision, cell })),
  )
  for (const batch of batches(coarse)) await tx.insert(coverage).values(batch).onConflictDoNothing()
}

function sortedSet(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b)
}

function batches<Item>(items: Item[]): Item[][] {
  const result: Item[][] = []
  for (let at = 0; at < items.length; at += rowsPerInsert) result.push(items.slice(at, at + rowsPerInsert))
  return result
}
