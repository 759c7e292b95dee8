import 'server-only'
import { feed, feedHead } from '#db/schema/feed'
import { cellPresence, coverage, observation } from '#db/schema/observation'
import type { Tx } from '#lib/adapters/db'
import { ringListeners } from '#lib/adapters/feed-bell'
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
 * The head of the feed is locked first, until the caller commits: publications come one after the other, so that positions have
 * no gap and become visible in their order. Nothing waits for another thing meanwhile.
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
  const first = await lockFeed(tx)
  const inserted: { sha256: Uint8Array; cell: number }[] = []
  for (const batch of batches(rows)) {
    const { sha256, cell } = observation
    inserted.push(
      ...(await tx.insert(observation).values(batch).onConflictDoNothing().returning({ sha256, cell })),
    )
  }
  await extendFeed(tx, first, inserted)

  const cells = sortedSet(leaves.map((leaf) => leaf.cell)).map((cell) => ({ cell }))
  for (const batch of batches(cells)) await tx.insert(cellPresence).values(batch).onConflictDoNothing()

  const coarse = [1, 2, 3, 4, 5].flatMap((precision) =>
    sortedSet(cells.map(({ cell }) => coarseCell(cell, precision))).map((cell) => ({ precision, cell })),
  )
  for (const batch of batches(coarse)) await tx.insert(coverage).values(batch).onConflictDoNothing()
}

/** @returns the position that is next */
async function lockFeed(tx: Tx): Promise<number> {
  const [head] = await tx.select({ position: feedHead.position }).from(feedHead).for('update')
  return head!.position + 1
}

/** In the order of their ids, which tells nothing of who captured what. */
async function extendFeed(
  tx: Tx,
  first: number,
  inserted: { sha256: Uint8Array; cell: number }[],
): Promise<void> {
  if (inserted.length === 0) return
  const items = inserted
    .sort((a, b) => compareBytes(a.sha256, b.sha256))
    .map((item, index) => ({ ...item, position: first + index }))
  for (const batch of batches(items)) await tx.insert(feed).values(batch)
  await tx.update(feedHead).set({ position: first + items.length - 1 })
  await ringListeners(tx)
}

function sortedSet(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b)
}

function batches<Item>(items: Item[]): Item[][] {
  const result: Item[][] = []
  for (let at = 0; at < items.length; at += rowsPerInsert) result.push(items.slice(at, at + rowsPerInsert))
  return result
}
