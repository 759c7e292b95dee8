import 'server-only'
import { beginLock, type Sql } from '#lib/adapters/db'

/**
 * Runs `run` while no other process runs it under the same name, and answers whether it ran. The lock belongs to a
 * database session, so it ends at once with its holder; when only the session dies, `run` goes on without. It saves work
 * twice done; it is never what makes work safe.
 */
export async function withAdvisoryLock(sql: Sql, name: string, run: () => Promise<void>): Promise<boolean> {
  let running: Promise<void> | undefined
  try {
    await beginLock(sql)(async (session) => {
      const [row] = await session<
        { locked: boolean }[]
      >`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`
      if (!row?.locked) return
      running = run()
      await running
    })
  } catch (error) {
    if (!running) throw error
  }
  await running
  return running !== undefined
}
