import 'server-only'
import { sql } from 'drizzle-orm'
import type { Tx } from '#lib/adapters/db'

// Notifies processes with open streams of new entries of the feed.

/** PostgreSQL channel that notifies processes with open streams about new feed items. */
export const feedChannel = 'cairn_feed'

/**
 * Notifies them when the transaction commits. The message is empty: each stream continues from its position.
 */
export async function notifyStreams(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_notify(${feedChannel}, '')`)
}
