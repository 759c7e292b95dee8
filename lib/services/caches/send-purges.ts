import 'server-only'
import type { Context } from '#lib/adapters/context'
import { maxKeysPerPurge, purgeCaches } from '#lib/adapters/purge-caches'

/** Longer than a purge may take. When its worker dies, another one sends it after this. */
const leaseSeconds = 30
/** Longer than a web takes to answer: what was read before a withdrawal has then been stored, or never will be. */
const repeatAfterSeconds = 60

type Ctx = Pick<Context, 'sql' | 'env'>
type Claimed = { key: string; generation: number }

/**
 * Sends the purges that are due. A purge is repeated until the cache has accepted it, and may be sent more than once.
 *
 * @returns true if there may be more
 * @throws Error if the cache does not accept a purge, which is then due again
 */
export async function sendPurges({ ctx }: { ctx: Ctx }): Promise<boolean> {
  const { sql, env } = ctx
  const claimed = await sql<Claimed[]>`
    update cache_purge set due_at = now() + make_interval(secs => ${leaseSeconds})
    where key in (
      select key from cache_purge where due_at <= now() order by due_at limit ${maxKeysPerPurge} for update skip locked
    )
    returning key, generation`
  if (claimed.length === 0) return false
  const keys = claimed.map(({ key }) => key)
  const generations = claimed.map(({ generation }) => generation)
  // A key that was asked for again since has another generation, and is due.
  const own = sql`
    from unnest(${keys}::text[], ${generations}::int[]) as sent (key, generation)
    where cache_purge.key = sent.key and cache_purge.generation = sent.generation`
  try {
    if (!env.cdn)
      throw new Error(
        'answers in shared caches have to be purged, but CDN_PURGE_URL is set only for the webs and not for this worker',
      )
    await purgeCaches(env.cdn, keys)
  } catch (error) {
    await sql`update cache_purge set due_at = now() ${own}`
    throw error
  }
  await sql`
    with done as (delete from cache_purge using unnest(${keys}::text[], ${generations}::int[]) as sent (key, generation)
      where cache_purge.key = sent.key and cache_purge.generation = sent.generation and remaining = 1)
    update cache_purge set remaining = 1, due_at = now() + make_interval(secs => ${repeatAfterSeconds}) ${own} and remaining = 2`
  return claimed.length === maxKeysPerPurge
}

/** Milliseconds until the next purge is due; `undefined` if none waits. */
export async function untilNextPurge({ ctx }: { ctx: Pick<Context, 'sql'> }): Promise<number | undefined> {
  const [row] = await ctx.sql<{ ms: number | null }[]>`
    select (extract(epoch from min(due_at) - now()) * 1000)::float8 as ms from cache_purge`
  return row?.ms ?? undefined
}
