import 'server-only'
import { feed, feedHead } from '#db/schema/feed'
import type { Tx } from '#lib/adapters/db'
import { notifyStreams } from '#lib/adapters/feed-notifier'
import { compareBytes } from '#lib/domain/proof/merkle'
import { batches } from '#lib/services/observations/batches'

/**
 * Locks the head of the feed until the caller commits. Every change of the set of observations takes this lock, so positions have
 * no gaps and become visible in order.
 *
 * @returns the next position
 */
export async function lockFeed(tx: Tx): Promise<number> {
  const [head] = await tx.select({ position: feedHead.position }).from(feedHead).for('update')
  return head!.position + 1
}

/**
 * Appends observations to the feed in the order of their ids, which does not show which of them have the same source.
 *
 * @param first the result of `lockFeed` in this transaction
 */
export async function extendFeed(
  tx: Tx,
  first: number,
  inserted: readonly { sha256: Uint8Array; cell: number }[],
): Promise<void> {
  if (inserted.length === 0) return
  const items = inserted
    .toSorted((a, b) => compareBytes(a.sha256, b.sha256))
    .map((item, index) => ({ ...item, position: first + index }))
  for (const batch of batches(items)) await tx.insert(feed).values(batch)
  await tx.update(feedHead).set({ position: first + items.length - 1 })
  await notifyStreams(tx)
}
