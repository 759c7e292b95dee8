import type { Context } from '#lib/adapters/context'
import { advanceClock } from '#lib/services/clock/advance-clock'

const daySeconds = 86_400

/** Advances the clocks of the service and of its chains to noon UTC. For tests that count by day: no day ends while they run. */
export async function advanceToNoon(ctx: Pick<Context, 'env' | 'sql' | 'clock' | 'chains'>): Promise<void> {
  const seconds = Math.floor(ctx.clock.now().getTime() / 1_000)
  const advanceSeconds = (daySeconds + daySeconds / 2 - (seconds % daySeconds)) % daySeconds
  await advanceClock({ ctx, input: { advanceSeconds } })
}
