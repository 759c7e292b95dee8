import 'server-only'
import type { Context } from '#lib/adapters/context'

/** A listener that reconnects within this time gets everything that it missed. */
export const replayHours = 24
const atOnce = 10_000

/** Deletes entries older than `replayHours`, a bounded number, oldest first, and the leases of streams whose process died. */
export async function forgetFeed({
  ctx,
}: {
  ctx: Pick<Context, 'sql'>
}): Promise<{ forgotten: number; more: boolean }> {
  const { count } = await ctx.sql`
    delete from feed where position in (
      select position from feed where published_at < service_now() - make_interval(hours => ${replayHours})
      order by position limit ${atOnce}
    )`
  await ctx.sql`delete from stream_lease where expires_at < now()`
  return { forgotten: count, more: count === atOnce }
}
