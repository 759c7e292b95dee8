import 'server-only'
import { sql } from 'drizzle-orm'
import { lastRun } from '#db/schema/figures'
import type { Context } from '#lib/adapters/context'

/**
 * Records that a regular task has just run, so that operators see when it stops.
 *
 * @param input.found how much there was to do
 */
export async function noteRun(args: {
  ctx: Pick<Context, 'db'>
  input: { name: (typeof lastRun.$inferInsert)['name']; found: number }
}): Promise<void> {
  const { name, found } = args.input
  const now = sql`clock_timestamp()`
  const what = found > 0 ? { ranAt: now, foundAt: now, found } : { ranAt: now }
  await args.ctx.db
    .insert(lastRun)
    .values({ name, ...what })
    .onConflictDoUpdate({ target: lastRun.name, set: what })
}
