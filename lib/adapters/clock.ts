import 'server-only'
import type { Sql } from '#lib/adapters/db'

/** The service's time. It is real time, except in the sandbox, where it can be moved forward. */
export type Clock = {
  now: () => Date
  /** How far the sandbox runs ahead of real time; 0 elsewhere. */
  offsetSeconds: () => number
  /** Takes over a move of the clock at once, without waiting to be told. */
  refresh: () => Promise<void>
  close: () => Promise<void>
}

export const realClock: Clock = {
  now: () => new Date(),
  offsetSeconds: () => 0,
  refresh: async () => {},
  close: async () => {},
}

/** Follows the offset kept in the database, so that web and worker agree; SQL sees the same time as `service_now()`. */
export async function openSandboxClock(sql: Sql): Promise<Clock> {
  let offset = 0
  const load = async () => {
    const [row] = await sql<
      { offsetSeconds: string }[]
    >`select offset_seconds as "offsetSeconds" from service_clock`
    offset = Number(row?.offsetSeconds ?? 0)
  }
  const subscription = await sql.listen('service_clock', load, load)
  await load()
  return {
    now: () => new Date(Date.now() + offset * 1_000),
    offsetSeconds: () => offset,
    refresh: load,
    close: () => subscription.unlisten(),
  }
}
