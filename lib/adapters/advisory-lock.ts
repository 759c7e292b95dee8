import 'server-only'
import { beginLock, type Sql } from '#lib/adapters/db'

/**
 * Runs `run` unless another process runs it under the same name. Returns true if it ran. The lock belongs to a database
 * session, so it ends with its holder. If only the session dies, `run` continues without the lock, so the lock saves
 * duplicate work and must not be relied on for correctness.
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
