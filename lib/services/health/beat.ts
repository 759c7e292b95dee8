import 'server-only'
import { eq, lt, sql } from 'drizzle-orm'
import { workerHeartbeat } from '#db/schema/service'
import type { Context } from '#lib/adapters/context'

const forgetAfterHours = 24

/** Says that a worker lives. Real time, not the sandbox's. */
export async function beat(args: { ctx: Pick<Context, 'db'>; workerId: string }): Promise<void> {
  const now = sql`clock_timestamp()`
  await args.ctx.db
    .insert(workerHeartbeat)
    .values({ workerId: args.workerId, startedAt: now, beatAt: now })
    .onConflictDoUpdate({ target: workerHeartbeat.workerId, set: { beatAt: now } })
  await args.ctx.db
    .delete(workerHeartbeat)
    .where(lt(workerHeartbeat.beatAt, sql`clock_timestamp() - make_interval(hours => ${forgetAfterHours})`))
}

/** Says that a worker has stopped, so that nobody waits for its silence to tell. */
export async function stopBeating(args: { ctx: Pick<Context, 'db'>; workerId: string }): Promise<void> {
  await args.ctx.db.delete(workerHeartbeat).where(eq(workerHeartbeat.workerId, args.workerId))
}
