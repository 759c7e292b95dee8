import 'server-only'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Logger } from '#lib/adapters/log'
import { chooseDeliveries, type DeliveryChoice, type DeliveryLimits } from '#lib/domain/webhook'

/** Of one process. */
const usualLimits: DeliveryLimits = { total: 256, perReceiver: 16 }

/** Messages that wait in a table. */
export type DeliveryQueue<Claimed extends { id: string }> = {
  findDue: (limits: DeliveryLimits) => Promise<DeliveryChoice[]>
  /** Claims messages for this worker, without those that another worker claimed first. */
  claim: (ids: readonly string[]) => Promise<Claimed[]>
  /** Sends a message once and stores the result. */
  attempt: (delivery: Claimed) => Promise<void>
  /** Milliseconds until the next message is due; `undefined` if none waits. */
  nextDueMs: () => Promise<number | undefined>
}

/** The deliveries of one process: each has a slot of its own, and none waits for another one to end. */
export type Deliverer = {
  /** Starts due deliveries as far as there are free slots, without waiting for answers. @returns the number that was started */
  startDue: () => Promise<number>
  /** Deliveries in progress. */
  activeCount: () => number
  nextDueMs: () => Promise<number | undefined>
  /** Resolves when no delivery is in progress. */
  allEnded: () => Promise<void>
}

/** @param args.onEnd called whenever a delivery has ended and its result is stored */
export function openSlots<Claimed extends { id: string }>(args: {
  queue: DeliveryQueue<Claimed>
  log: Pick<Logger, 'warn'>
  limits?: DeliveryLimits
  onEnd?: () => void
}): Deliverer {
  const { queue, log, limits = usualLimits, onEnd } = args
  const active = new Map<DeliveryChoice, Promise<void>>()
  return {
    startDue: async () => {
      const due = await queue.findDue(limits)
      const chosen = new Map(
        chooseDeliveries({ due, active: active.keys(), limits }).map((one) => [one.id, one]),
      )
      const claimed = await queue.claim([...chosen.keys()])
      for (const delivery of claimed) {
        const choice = chosen.get(delivery.id)!
        const done = queue
          .attempt(delivery)
          // The claim expires, and the message is tried again.
          .catch((error) => log.warn({ error: errorText(error) }, 'delivery result not stored'))
          .finally(() => {
            active.delete(choice)
            onEnd?.()
          })
        active.set(choice, done)
      }
      return claimed.length
    },
    activeCount: () => active.size,
    nextDueMs: queue.nextDueMs,
    allEnded: async () => void (await Promise.all(active.values())),
  }
}
