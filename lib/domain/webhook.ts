// Webhooks: what is signed, and when a delivery is tried again.

/** Seconds to wait after each failed try: a day and a half in all, then it is given up. */
const waitsSeconds = [5, 30, 120, 600, 3_600, 4 * 3_600, 12 * 3_600, 20 * 3_600]

/**
 * When to try again.
 *
 * @param attempts the number of tries so far, at least 1
 * @returns seconds, or `undefined` for never
 */
export function nextTryAfter(attempts: number): number | undefined {
  return waitsSeconds[attempts - 1]
}

/** The request that carries a message (standardwebhooks.com, version 1), but for its signature. */
export type WebhookMessage = {
  messageId: string
  /** Epoch seconds of this try. */
  timestamp: number
  /** JSON. Each attempt sends the same text. */
  body: string
}

/** The signed content of a message. */
export function signedContent({ messageId, timestamp, body }: WebhookMessage): string {
  return `${messageId}.${timestamp}.${body}`
}

/** The properties of a message that decide what is sent next. */
export type DeliveryChoice = {
  id: string
  /** Origin of the URL. Receivers on one origin share its slots. */
  receiver: string
  /** True if an earlier try failed: this one may then also take its full time. */
  isRetry: boolean
}

export type DeliveryLimits = {
  /** Deliveries in progress in one worker. */
  total: number
  /** The number of these to one receiver. */
  perReceiver: number
}

/**
 * Chooses the messages to send now, in addition to those in progress. Receivers take turns, so that none waits for the backlog of another.
 * Retries get at most half of the slots, in total and per receiver: receivers that never answer fill those, and first tries to other
 * receivers still find a free slot.
 *
 * @param args.due at most one message per bounty, the longest due first
 * @returns a part of `due`, in the order in which to send it
 */
export function chooseDeliveries<Due extends DeliveryChoice>(args: {
  due: readonly Due[]
  active: Iterable<DeliveryChoice>
  limits: DeliveryLimits
}): Due[] {
  const { due, limits } = args
  const inAll = createSlots(limits.total)
  const byReceiver = new Map<string, Slots>()
  const slotsOf = (receiver: string) => {
    const slots = byReceiver.get(receiver) ?? createSlots(limits.perReceiver)
    byReceiver.set(receiver, slots)
    return slots
  }
  const take = (one: DeliveryChoice) => {
    inAll.take(one)
    slotsOf(one.receiver).take(one)
  }
  for (const one of args.active) take(one)

  const chosen: Due[] = []
  let waiting = [...due]
  while (waiting.length > 0 && inAll.free() > 0) {
    const served = new Set<string>()
    const later: Due[] = []
    for (const one of waiting) {
      if (served.has(one.receiver)) later.push(one)
      else if (inAll.hasRoom(one) && slotsOf(one.receiver).hasRoom(one)) {
        take(one)
        served.add(one.receiver)
        chosen.push(one)
      }
    }
    waiting = later
  }
  return chosen
}

type Slots = ReturnType<typeof createSlots>

function createSlots(size: number) {
  let [used, usedByRetries] = [0, 0]
  return {
    free: () => size - used,
    hasRoom: ({ isRetry }: DeliveryChoice) => used < size && (!isRetry || usedByRetries < size / 2),
    take: ({ isRetry }: DeliveryChoice) => {
      used += 1
      if (isRetry) usedByRetries += 1
    },
  }
}
