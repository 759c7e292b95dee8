import 'server-only'
import { feed, feedHead } from '#db/schema/feed'
import type { Tx } from '#lib/adapters/db'
import { ringListeners } from '#lib/adapters/feed-bell'
import { compareBytes } from '#lib/domain/merkle'
import { batches } from '#lib/services/observations/batches'

/**
 * Locks the head of the feed until the caller commits: whatever changes which observations there are comes one after the
 * other, so that positions have no gap and become visible in their order.
 *
 * @returns the position that is next
 */
export async function lockFeed(tx: Tx): Promise<number> {
  const [head] = await tx.select({ position: feedHead.position }).from(feedHead).for('update')
  return head!.position + 1
}

/**
 * Gives observations their positions, in the order of their ids, which tells nothing of who captured what.
 *
 * @param first as `lockFeed` told it in this transaction
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
  await ringListeners(tx)
}
