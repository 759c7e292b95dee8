import 'server-only'
import { lt, sql } from 'drizzle-orm'
import { workerHeartbeat } from '#db/schema/service'
import type { Context } from '#lib/adapters/context'

const forgetAfterHours = 24

/** Deletes the heartbeats of workers that ended a day ago without saying so. */
export async function forgetWorkers(args: { ctx: Pick<Context, 'db'> }): Promise<void> {
  await args.ctx.db
    .delete(workerHeartbeat)
    .where(lt(workerHeartbeat.beatAt, sql`clock_timestamp() - make_interval(hours => ${forgetAfterHours})`))
}
