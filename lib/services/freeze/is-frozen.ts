import 'server-only'
import type { Context } from '#lib/adapters/context'
import type { Sql } from '#lib/adapters/db'
import { CairnError } from '#lib/domain/errors'
import { frozenRetrySeconds, frozenText } from '#lib/domain/frozen'

/** Within so long a process that asks often sees a change. What must never happen is refused by the database itself. */
const keptMs = 1_000

const kept = new WeakMap<Sql, { until: number; frozen: Promise<boolean> }>()

/** Whether the service stands still; as of a second ago at most. */
export function isFrozen({ ctx }: { ctx: Pick<Context, 'sql'> }): Promise<boolean> {
  const { sql } = ctx
  const last = kept.get(sql)
  if (last && performance.now() < last.until) return last.frozen
  const frozen = ask(sql)
  kept.set(sql, { until: performance.now() + keptMs, frozen })
  // What could not be asked is asked again at once.
  frozen.catch(() => kept.delete(sql))
  return frozen
}

/**
 * The same as of now, for who would otherwise be told to pay, or to pay again.
 *
 * @throws CairnError `unavailable` while the service stands still
 */
export async function assertNotFrozenNow({ ctx }: { ctx: Pick<Context, 'sql'> }): Promise<void> {
  if (await ask(ctx.sql)) throw frozenError()
}

async function ask(sql: Sql): Promise<boolean> {
  const rows = await sql`select from service_freeze where ended_at is null`
  return rows.length > 0
}

/** The refusal of everything that would move money or decide over it. */
export function frozenError(cause?: unknown): CairnError {
  return new CairnError('unavailable', frozenText, { retryAfterSeconds: frozenRetrySeconds, cause })
}
