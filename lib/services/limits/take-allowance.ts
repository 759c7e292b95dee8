import 'server-only'
import type { Context } from '#lib/adapters/context'

export type Allowance = {
  isAdmitted: boolean
  /** How many more may follow at once. */
  remaining: number
  /** Seconds until one more request is allowed, if none is allowed now; otherwise until the whole allowance is available again. */
  resetSeconds: number
}

/**
 * Takes one request from a client's allowance, if any is left. A single statement, so that it holds across processes:
 * the generic cell rate algorithm (ITU-T I.371), whose whole state is the time until which a client has used its allowance.
 *
 * It uses the machine's clock and not the service's, because it protects the machine.
 *
 * @param input.keyHash of the policy and the client
 * @param input.quota at least 1: this many requests may come at once, and then one every `windowSeconds / quota` seconds
 */
export async function takeAllowance(args: {
  ctx: Pick<Context, 'sql'>
  input: { keyHash: Uint8Array; quota: number; windowSeconds: number }
}): Promise<Allowance> {
  const { sql } = args.ctx
  const { keyHash, quota, windowSeconds } = args.input
  const each = windowSeconds / quota
  const [taken] = await sql<{ spent: number }[]>`
    insert into rate_limit as mine (key_hash, spent_until)
    values (${keyHash}, clock_timestamp() + make_interval(secs => ${each}))
    on conflict (key_hash) do update
    set spent_until = greatest(mine.spent_until, clock_timestamp()) + make_interval(secs => ${each})
    where mine.spent_until + make_interval(secs => ${each}) <= clock_timestamp() + make_interval(secs => ${windowSeconds})
    returning extract(epoch from spent_until - clock_timestamp())::float8 as spent`
  if (taken) {
    const remaining = Math.max(0, Math.floor((windowSeconds - taken.spent) / each))
    return { isAdmitted: true, remaining, resetSeconds: Math.max(1, Math.ceil(taken.spent)) }
  }
  const [full] = await sql<{ spent: number }[]>`
    select extract(epoch from spent_until - clock_timestamp())::float8 as spent
    from rate_limit where key_hash = ${keyHash}`
  const waitSeconds = (full?.spent ?? windowSeconds) + each - windowSeconds
  return { isAdmitted: false, remaining: 0, resetSeconds: Math.max(1, Math.ceil(waitSeconds)) }
}
