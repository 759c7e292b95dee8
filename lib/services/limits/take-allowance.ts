import 'server-only'
import type { Context } from '#lib/adapters/context'

export type AllowanceRequest = {
  /** Hash of the policy and the client. */
  keyHash: Uint8Array
  /** At least 1: this many requests may come at once, and then one every `windowSeconds / quota` seconds. */
  quota: number
  windowSeconds: number
}

export type Taken = {
  /** How many requests were taken: from 0 to `count`. */
  granted: number
  /** Seconds until the whole allowance is available again. */
  spentSeconds: number
}

/**
 * Takes up to `count` requests from a client's allowance. A single statement, so that it holds across processes: the generic cell
 * rate algorithm (ITU-T I.371), whose whole state is the time until which a client has used its allowance.
 *
 * It uses the machine's clock and not the service's, because it protects the machine.
 */
export async function takeAllowance(args: {
  ctx: Pick<Context, 'sql'>
  input: AllowanceRequest & { count: number }
}): Promise<Taken> {
  const { sql } = args.ctx
  const { keyHash, quota, windowSeconds, count } = args.input
  const each = windowSeconds / quota
  const [taken] = await sql<{ spentSeconds: number; takenSeconds: number }[]>`
    with clock as materialized (select clock_timestamp() as now)
    insert into rate_limit as mine (key_hash, spent_until)
    select ${keyHash}, now + make_interval(secs => ${each}::float8 * least(${count}::int, ${quota}::int)) from clock
    on conflict (key_hash) do update
    set spent_until = (
      select greatest(mine.spent_until, now) + make_interval(secs => ${each}::float8 * greatest(1, least(${count}::int,
        floor((${windowSeconds}::float8 - extract(epoch from greatest(mine.spent_until, now) - now)::float8) / ${each}::float8)))) from clock)
    where mine.spent_until + make_interval(secs => ${each}::float8)
      <= (select now from clock) + make_interval(secs => ${windowSeconds}::float8)
    returning extract(epoch from new.spent_until - (select now from clock))::float8 as "spentSeconds",
      extract(epoch from new.spent_until - greatest(old.spent_until, (select now from clock)))::float8 as "takenSeconds"`
  if (taken) return { granted: Math.round(taken.takenSeconds / each), spentSeconds: taken.spentSeconds }
  const [full] = await sql<{ spentSeconds: number }[]>`
    select extract(epoch from spent_until - clock_timestamp())::float8 as "spentSeconds"
    from rate_limit where key_hash = ${keyHash}`
  return { granted: 0, spentSeconds: full?.spentSeconds ?? windowSeconds }
}
