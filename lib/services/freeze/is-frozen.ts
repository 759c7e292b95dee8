import 'server-only'
import type { Context } from '#lib/adapters/context'
import type { Sql } from '#lib/adapters/db'
import { keepNo } from '#lib/adapters/keep-no'
import { CairnError } from '#lib/domain/errors'
import { frozenRetrySeconds, frozenText } from '#lib/domain/frozen'

/** Within so long a process that asks often sees a freeze. What must never happen is refused by the database itself. */
const keptMs = 1_000

const kept = new WeakMap<Sql, () => Promise<boolean>>()

/** Whether the service stands still, as of now; that it does not, as of a second ago at most. */
export function isFrozen({ ctx }: { ctx: Pick<Context, 'sql'> }): Promise<boolean> {
  const { sql } = ctx
  let look = kept.get(sql)
  if (!look) {
    look = keepNo(keptMs, () => ask(sql))
    kept.set(sql, look)
  }
  return look()
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
