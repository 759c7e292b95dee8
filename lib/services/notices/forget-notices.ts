import 'server-only'
import type { Context } from '#lib/adapters/context'

const retentionDays = 90

/** Deletes old notices, and what of them still waits to be sent. */
export async function forgetNotices({ ctx }: { ctx: Pick<Context, 'sql'> }): Promise<void> {
  await ctx.sql`delete from notice where at < service_now() - make_interval(days => ${retentionDays})`
}
