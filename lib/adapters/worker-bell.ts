import 'server-only'
import { sql } from 'drizzle-orm'
import type { Db, Tx } from '#lib/adapters/db'

/** PostgreSQL channel on which workers hear that there is something to do. */
export const workerChannel = 'cairn_worker'

/** Wakes the workers; inside a transaction, when it commits. Nothing depends on it but speed. */
export async function ringWorkers(db: Db | Tx): Promise<void> {
  await db.execute(sql`select pg_notify(${workerChannel}, '')`)
}
