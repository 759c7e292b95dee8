import 'server-only'
import type { Context } from '#lib/adapters/context'

/** For so long a listener may come back and is given what it missed. */
export const replayHours = 24
const atOnce = 10_000

/** Forgets what nobody can come back for, the oldest first, and streams of processes that died. */
export async function forgetFeed({ ctx }: { ctx: Pick<Context, 'sql'> }): Promise<{ forgotten: number }> {
  const { count } = await ctx.sql`
    delete from feed where position in (
      select position from feed where published_at < service_now() - make_interval(hours => ${replayHours})
      order by position limit ${atOnce}
    )`
  await ctx.sql`delete from stream_lease where expires_at < now()`
  return { forgotten: count }
}
