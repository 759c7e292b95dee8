import 'server-only'
import type { Context } from '#lib/adapters/context'
import type { DeliveryLimits } from '#lib/domain/webhook'
import { claimDeliveries, type Delivery, findDue } from '#lib/services/webhooks/claim-deliveries'
import { type Deliverer, openSlots } from '#lib/services/webhooks/open-slots'
import { bountyReceivers, contributorReceivers, type Receivers } from '#lib/services/webhooks/receivers'
import { tryDelivery } from '#lib/services/webhooks/try-delivery'

type Ctx = Pick<Context, 'sql' | 'env' | 'log'>

/**
 * Sends what is due to one kind of receivers, each owner's oldest message first. Each kind has slots of its own. A receiver may get a message twice, when a worker dies between the
 * answer and the row that records it; both have the same `webhook-id`.
 *
 * @param args.timeoutMs time for an answer; that of `sendWebhook` by default
 * @param args.onEnd called whenever a delivery has ended and its result is stored
 */
export function openDeliverer(args: {
  ctx: Ctx
  receivers: Receivers
  limits?: DeliveryLimits
  timeoutMs?: number
  onEnd?: () => void
}): Deliverer {
  const { ctx, receivers, timeoutMs, ...options } = args
  const queue = {
    findDue: (limits: DeliveryLimits) => findDue(ctx, receivers, limits),
    claim: (ids: readonly string[]) => claimDeliveries(ctx, receivers, ids),
    attempt: (delivery: Delivery) => tryDelivery(ctx, receivers, delivery, timeoutMs),
    nextDueMs: async () => {
      const [row] = await ctx.sql<{ ms: number | null }[]>`
        select (extract(epoch from min(next_attempt_at) - now()) * 1000)::float8 as ms
        from ${ctx.sql(receivers.deliveries)} where state = 'pending'`
      return row?.ms ?? undefined
    },
  }
  return openSlots({ ...options, queue, log: ctx.log })
}

const retentionDays = 30

/** Deletes messages that were delivered or given up long ago. */
export async function forgetDelivered({ ctx: { sql } }: { ctx: Pick<Context, 'sql'> }): Promise<void> {
  for (const { deliveries } of [bountyReceivers, contributorReceivers])
    await sql`
      delete from ${sql(deliveries)}
      where state <> 'pending' and last_attempt_at < now() - make_interval(days => ${retentionDays})`
}
