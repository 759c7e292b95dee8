import 'server-only'
import { cacheFalse } from '#lib/adapters/cache-false'
import type { Context } from '#lib/adapters/context'
import type { Sql } from '#lib/adapters/db'
import { CairnError } from '#lib/domain/errors'
import { frozenRetrySeconds, frozenText } from '#lib/domain/frozen'

/** A process sees a freeze at most this late. The database itself refuses what a freeze forbids. */
const cacheMs = 1_000

const checks = new WeakMap<Sql, () => Promise<boolean>>()

/** True if the service is frozen. A `false` result is cached for a second, a `true` result never. */
export function isFrozen({ ctx }: { ctx: Pick<Context, 'sql'> }): Promise<boolean> {
  const { sql } = ctx
  let check = checks.get(sql)
  if (!check) {
    check = cacheFalse(cacheMs, () => ask(sql))
    checks.set(sql, check)
  }
  return check()
}

/**
 * The same without a cache, for callers that would otherwise quote a price.
 *
 * @throws CairnError `unavailable` while the service is frozen
 */
export async function assertNotFrozenNow({ ctx }: { ctx: Pick<Context, 'sql'> }): Promise<void> {
  if (await ask(ctx.sql)) throw frozenError()
}

async function ask(sql: Sql): Promise<boolean> {
  const rows = await sql`select from service_freeze where ended_at is null`
  return rows.length > 0
}

/** The error that a frozen service gives to every request that moves money or decides about it. */
export function frozenError(): CairnError {
  return new CairnError('unavailable', frozenText, { retryAfterSeconds: frozenRetrySeconds })
}
