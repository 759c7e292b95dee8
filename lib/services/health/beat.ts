import 'server-only'
import { eq, sql } from 'drizzle-orm'
import { workerHeartbeat } from '#db/schema/service'
import type { Context } from '#lib/adapters/context'
import { confinementOf } from '#lib/adapters/media/confinement'

/** Records that a worker lives, in real time and not the sandbox's, and whether it works on films. */
export async function beat(args: { ctx: Pick<Context, 'db' | 'env'>; workerId: string }): Promise<void> {
  const { media, mode } = args.ctx.env
  const isOff = media.jobs === 0 && media.modelJobs === 0
  const mediaWork = isOff ? 'off' : (await confinementOf({ mode, media })).isAllowed ? 'on' : 'unconfined'
  const now = sql`clock_timestamp()`
  await args.ctx.db
    .insert(workerHeartbeat)
    .values({ workerId: args.workerId, startedAt: now, beatAt: now, mediaWork })
    .onConflictDoUpdate({ target: workerHeartbeat.workerId, set: { beatAt: now, mediaWork } })
}

/** Records that a worker has stopped, so that this need not be inferred from its silence. */
export async function stopBeating(args: { ctx: Pick<Context, 'db'>; workerId: string }): Promise<void> {
  await args.ctx.db.delete(workerHeartbeat).where(eq(workerHeartbeat.workerId, args.workerId))
}
