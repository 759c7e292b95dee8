import 'server-only'
import type { Sql } from '#lib/adapters/db'

/**
 * Runs `run` while no other process runs it under the same name, and answers whether it ran. The lock belongs to a
 * database session, so it ends at once with its holder. It saves work twice done; it is never what makes work safe.
 */
export async function withAdvisoryLock(sql: Sql, name: string, run: () => Promise<void>): Promise<boolean> {
  const session = await sql.reserve()
  try {
    const [row] = await session<
      { locked: boolean }[]
    >`select pg_try_advisory_lock(hashtextextended(${name}, 0)) as locked`
    if (!row?.locked) return false
    try {
      await run()
      return true
    } finally {
      // A session that has died meanwhile holds no lock any more.
      await session`select pg_advisory_unlock(hashtextextended(${name}, 0))`.catch(() => {})
    }
  } finally {
    session.release()
  }
}
