import type { Context } from '#lib/adapters/context'

/** Sets how far the time of a service is ahead of real time, and has this process read it. */
export async function moveClock(ctx: Pick<Context, 'sql' | 'clock'>, seconds: number): Promise<void> {
  await ctx.sql`update service_clock set offset_seconds = ${seconds}`
  await ctx.clock.refresh()
}
