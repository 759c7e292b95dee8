import 'server-only'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Context } from '#lib/adapters/context'
import { chooseDeliveries, type DeliveryChoice, type DeliveryLimits } from '#lib/domain/webhook'
import { claimDeliveries, findDue } from '#lib/services/webhooks/claim-deliveries'
import { tryDelivery } from '#lib/services/webhooks/try-delivery'

/** Of one process. */
const usualLimits: DeliveryLimits = { total: 256, perReceiver: 16 }

type Ctx = Pick<Context, 'sql' | 'env' | 'log'>

/** The deliveries of one process: each has a slot of its own, and none waits for another one to end. */
export type Deliverer = {
  /** Starts what is due and finds a slot, without waiting for answers. @returns how many were started */
  startDue: () => Promise<number>
  /** Resolves when none is under way. */
  allEnded: () => Promise<void>
}

/**
 * Sends what is due, each bounty's oldest message first. A receiver may get a message twice, when a worker dies between the
 * answer and the row that records it; both have the same `webhook-id`.
 *
 * @param args.onEnd called whenever a delivery has ended and its result is stored
 */
export function openDeliverer(args: { ctx: Ctx; limits?: DeliveryLimits; onEnd?: () => void }): Deliverer {
  const { ctx, limits = usualLimits, onEnd } = args
  const active = new Map<DeliveryChoice, Promise<void>>()
  return {
    startDue: async () => {
      const due = await findDue(ctx, limits)
      const chosen = new Map(
        chooseDeliveries({ due, active: active.keys(), limits }).map((one) => [one.id, one]),
      )
      const claimed = await claimDeliveries(ctx, [...chosen.keys()])
      for (const delivery of claimed) {
        const choice = chosen.get(delivery.id)!
        const done = tryDelivery(ctx, delivery)
          // The claim expires, and the message is tried again.
          .catch((error) => ctx.log.warn({ error: errorText(error) }, 'webhook result not stored'))
          .finally(() => {
            active.delete(choice)
            onEnd?.()
          })
        active.set(choice, done)
      }
      return claimed.length
    },
    allEnded: async () => void (await Promise.all(active.values())),
  }
}

const retentionDays = 30

/** Deletes messages that were delivered or given up long ago. */
export async function forgetDelivered({ ctx }: { ctx: Pick<Context, 'sql'> }): Promise<void> {
  await ctx.sql`
    delete from webhook_delivery
    where state <> 'pending' and last_attempt_at < now() - make_interval(days => ${retentionDays})`
}
