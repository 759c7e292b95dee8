import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '#lib/adapters/db'

/** The time of the service: the system time, except in the sandbox, where it can be moved forward. */
export type Clock = {
  now: () => Date
  /** Seconds that the sandbox clock is ahead of system time; 0 in production. */
  offsetSeconds: () => number
  /** Reads the current offset now, without waiting for the notification. */
  refresh: () => Promise<void>
  close: () => Promise<void>
}

export const realClock: Clock = {
  now: () => new Date(),
  offsetSeconds: () => 0,
  refresh: async () => {},
  close: async () => {},
}

const reloadEveryMs = 200

/**
 * Follows the offset in the database, so that web and worker agree. SQL gets the same time from
 * `service_now()`.
 */
export async function openSandboxClock(sql: Sql): Promise<Clock> {
  let offset = 0
  let asked = 0
  let applied = 0
  /** Answers come over several connections: an older one may arrive last. */
  const load = async () => {
    asked += 1
    const order = asked
    const [row] = await sql<
      { offsetSeconds: string }[]
    >`select offset_seconds as "offsetSeconds" from service_clock`
    if (order < applied) return
    applied = order
    offset = Number(row?.offsetSeconds ?? 0)
  }
  let isClosed = false
  /** After a connection broke, the next statements may fail too. */
  const reload = async () => {
    while (!isClosed) {
      try {
        return await load()
      } catch {
        await sleep(reloadEveryMs)
      }
    }
  }
  const subscription = await sql.listen(
    'service_clock',
    () => void reload(),
    () => void reload(),
  )
  await load()
  return {
    now: () => new Date(Date.now() + offset * 1_000),
    offsetSeconds: () => offset,
    refresh: load,
    close: async () => {
      isClosed = true
      await subscription.unlisten()
    },
  }
}
