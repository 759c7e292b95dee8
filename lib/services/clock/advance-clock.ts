import 'server-only'
import { setChainTime } from '#lib/adapters/chain/set-time'
import type { Context } from '#lib/adapters/context'
import { CairnError } from '#lib/domain/errors'

/**
 * Moves the service's time and every chain forward together. Sandbox only.
 *
 * @throws CairnError `not_found` outside the sandbox, `unavailable` when a chain does not answer
 */
export async function advanceClock(args: {
  ctx: Pick<Context, 'env' | 'sql' | 'clock' | 'chains'>
  input: { advanceSeconds: number }
}): Promise<{ now: Date; offsetSeconds: number }> {
  const { ctx, input } = args
  if (ctx.env.mode !== 'sandbox') throw new CairnError('not_found', 'There is nothing at this address.')
  await ctx.clock.refresh()
  const target = new Date(ctx.clock.now().getTime() + input.advanceSeconds * 1_000)
  try {
    await Promise.all([...ctx.chains.values()].map((chain) => setChainTime(chain, target)))
  } catch (cause) {
    throw new CairnError(
      'unavailable',
      'A local chain does not answer; the clock was not moved. Try again.',
      { cause },
    )
  }
  await ctx.sql`
    with moved as (update service_clock set offset_seconds = offset_seconds + ${input.advanceSeconds} returning 1)
    select pg_notify('service_clock', '') from moved`
  await ctx.clock.refresh()
  return { now: ctx.clock.now(), offsetSeconds: ctx.clock.offsetSeconds() }
}
