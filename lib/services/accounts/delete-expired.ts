import 'server-only'
import { inArray, lte, sql } from 'drizzle-orm'
import type { session, signInNonce } from '#db/schema/account'
import type { Db, Tx } from '#lib/adapters/db'

/** More than one call adds, so that unused nonces never accumulate. */
const deletedAtOnce = 100

/** Deletes expired sessions or sign-in nonces, except for rows that another call has locked. */
export async function deleteExpired(db: Db | Tx, table: typeof session | typeof signInNonce): Promise<void> {
  const key = 'nonceHash' in table ? table.nonceHash : table.tokenHash
  const over = db
    .select({ key })
    .from(table)
    .where(lte(table.expiresAt, sql`service_now()`))
    .limit(deletedAtOnce)
    .for('update', { skipLocked: true })
  await db.delete(table).where(inArray(key, over))
}
