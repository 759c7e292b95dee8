import 'server-only'
import { setLead } from '#lib/adapters/chain/local-clock'
import type { Context } from '#lib/adapters/context'
import { workerChannel } from '#lib/adapters/worker-notifier'
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
  if (ctx.env.mode !== 'sandbox') throw new CairnError('not_found', 'Endpoint not found.')
  await ctx.sql.begin(async (tx) => {
    // One at a time: two moves that start from the same lead would move a chain twice.
    const [row] = await tx<{ offsetSeconds: string }[]>`
      select offset_seconds as "offsetSeconds" from service_clock for update`
    const lead = Number(row!.offsetSeconds) + input.advanceSeconds
    // All of them to the end: a move cut short here would be made twice by the next try.
    const moves = await Promise.allSettled(
      [...ctx.chains.values()].map((chain) => setLead(chain.client, lead)),
    )
    const failed = moves.find((move) => move.status === 'rejected')
    if (failed) {
      throw new CairnError(
        'unavailable',
        'A local chain does not answer, so the service clock was not moved. Try again.',
        { retryAfterSeconds: 5, cause: failed.reason },
      )
    }
    await tx`update service_clock set offset_seconds = ${lead}`
    await tx`select pg_notify('service_clock', ''), pg_notify(${workerChannel}, '')`
  })
  await ctx.clock.refresh()
  return { now: ctx.clock.now(), offsetSeconds: ctx.clock.offsetSeconds() }
}
