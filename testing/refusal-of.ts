import { sql } from 'drizzle-orm'
import type { Db, Tx } from '#lib/adapters/db'

/**
 * Runs statements of SQL, or functions, in one transaction that is always rolled back, deferred checks included.
 *
 * @returns why the database refused them, or `undefined` if it did not
 */
export async function refusalOf(
  db: Db,
  ...steps: (string | ((tx: Tx) => Promise<unknown>))[]
): Promise<string | undefined> {
  let refusal: string | undefined
  await db
    .transaction(async (tx) => {
      for (const step of steps) await (typeof step === 'string' ? tx.execute(sql.raw(step)) : step(tx))
      await tx.execute(sql`set constraints all immediate`)
      throw new RolledBack()
    })
    .catch((error: Error) => {
      if (!(error instanceof RolledBack)) refusal = String(error.cause ?? error)
    })
  return refusal
}

class RolledBack extends Error {}
