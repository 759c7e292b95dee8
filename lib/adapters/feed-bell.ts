import 'server-only'
import { sql } from 'drizzle-orm'
import type { Tx } from '#lib/adapters/db'

/** PostgreSQL channel on which processes with streams hear that the feed went on. */
export const feedChannel = 'cairn_feed'

/** Tells them when the transaction commits. It says nothing but that: they read on from where they are. */
export async function ringListeners(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_notify(${feedChannel}, '')`)
}
