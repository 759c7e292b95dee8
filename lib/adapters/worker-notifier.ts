import 'server-only'
import { sql } from 'drizzle-orm'
import type { Db, Tx } from '#lib/adapters/db'

// Notifies workers of new work.

/** PostgreSQL channel that notifies workers of new work. */
export const workerChannel = 'cairn_worker'

/** Wakes the workers, in a transaction when it commits. Without it they only find the work later. */
export async function notifyWorkers(db: Db | Tx): Promise<void> {
  await db.execute(sql`select pg_notify(${workerChannel}, '')`)
}
