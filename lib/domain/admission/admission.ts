// Decides which requests run, wait or are refused, by class and load.

/** The classes of requests, the most important first. */
export const requestClasses = ['in_flight', 'paid', 'free', 'page'] as const

/**
 * - `in_flight`: its payment is in the journal already, so money may have moved
 * - `paid`: a request with a payment, or any of a tool or with an enterprise key, which may bring money
 * - `free`: any other call of an API
 * - `page`: pages, and all other addresses
 */
export type RequestClass = (typeof requestClasses)[number]

/** The requests that a web server has. */
export type Load = {
  /** How many may run at once. */
  limit: number
  /** How many new payments may run at once, within their part of `limit`. */
  paidLimit: number
  /** Requests that run, without those in `settling`. */
  running: Readonly<Record<RequestClass, number>>
  waiting: Readonly<Record<RequestClass, number>>
  /** Requests that only wait for the settlement of their payment. They do not count towards the limit, because they need no CPU. */
  settling: number
}

/** So many are answered within a second or two, and a few browsers never reach it, even if other programs keep the CPU busy. */
export const leastLimit = 256
export const mostLimit = 1_024
/** This many payments at once keep the database and the chain busy. More of them only wait for each other. */
export const leastPaid = 64
/** More than arrive while a block is made. */
export const mostSettling = 1_024

/** The part of the limit that a class and all less important ones may take together. The rest is for the more important ones. */
const shares: Record<RequestClass, number> = { in_flight: 1, paid: 0.9, free: 0.7, page: 0.5 }

export function mostRunning(limit: number, of: RequestClass): number {
  return Math.max(1, Math.floor(limit * shares[of]))
}

/** How many of a class may wait. */
export function mostWaiting(limit: number, of: RequestClass): number {
  return 2 * mostRunning(limit, of)
}

/** A class of requests is overloaded if some of them wait for longer than this, without a pause as long as this. */
export const burstMs = 1_000
/** During overload, waiting does not help: a refusal comes within a tenth of a second, together with the look-up of a payment. */
const overloadWaitMs = 40

/**
 * How long a new request may wait, in milliseconds, as in CoDel: long in a queue that has just formed, briefly in one that is
 * almost never empty.
 *
 * @param standingMs since when requests of its class have waited, without a pause as long as a burst
 */
export function maxWaitMs(standingMs: number): number {
  return Math.max(overloadWaitMs, burstMs - standingMs)
}

/**
 * True if one more request of this class may run. A class that must wait holds back all less important classes, except that new payments
 * at their own limit hold back only themselves.
 */
export function mayRun({ limit, paidLimit, running }: Load, of: RequestClass): boolean {
  if (of === 'paid' && running.paid >= paidLimit) return false
  let taken = 0
  for (const each of requestClasses.toReversed()) {
    taken += running[each]
    const isAtLeastAsImportant = requestClasses.indexOf(each) <= requestClasses.indexOf(of)
    if (isAtLeastAsImportant && taken >= mostRunning(limit, each)) return false
  }
  return true
}

/**
 * Decides about a new request. A new payment is also refused while too many wait for their settlement.
 */
export function decideAdmission(load: Load, of: RequestClass): 'run' | 'wait' | 'refuse' {
  if (of === 'paid' && load.settling >= mostSettling) return 'refuse'
  if (load.waiting[of] === 0 && mayRun(load, of)) return 'run'
  return load.waiting[of] < mostWaiting(load.limit, of) ? 'wait' : 'refuse'
}

/** The class of which a waiting request is to run now, if any: the most important one that waits and may run. */
export function nextToRun(load: Load): RequestClass | undefined {
  return requestClasses.find((each) => load.waiting[each] > 0 && mayRun(load, each))
}

/** From this delay of the event loop on, more requests at once only make each of them slower. */
const slowLagMs = 20

/**
 * Adapts the limit to the delay of the event loop, as CoDel does to that of a queue: what counts is the least delay in a period,
 * because a single long task also causes a long one.
 *
 * @param period.leastLagMs the least delay of the event loop in the period
 * @param period.wasReached true if a request had to wait or was refused in the period
 */
export function adaptLimit(limit: number, period: { leastLagMs: number; wasReached: boolean }): number {
  if (period.leastLagMs > slowLagMs) return Math.max(leastLimit, Math.floor(limit * 0.8))
  if (period.wasReached && period.leastLagMs < slowLagMs / 2)
    return Math.min(mostLimit, Math.ceil(limit * 1.1))
  return limit
}

/** From this duration on, payments wait for each other and for the database. */
const slowWorkMs = 700

/**
 * Adapts the limit of new payments to the time that the service works on a payment, without its settlement. `adaptLimit` does not notice
 * an overload of the database or of the chain's node, because these do not delay the event loop. The least duration counts, because
 * a single payment can be slow for a reason of its own.
 *
 * @param period.leastWorkMs the least duration of those that ended in the period; `undefined` if none did
 * @param period.wasReached true if a new payment had to wait or was refused during the period
 */
export function adaptPaidLimit(
  limit: number,
  period: { leastWorkMs: number | undefined; wasReached: boolean },
): number {
  const { leastWorkMs, wasReached } = period
  if (leastWorkMs === undefined) return limit
  if (leastWorkMs > slowWorkMs) return Math.max(leastPaid, Math.floor(limit * 0.8))
  if (wasReached && leastWorkMs < slowWorkMs / 2) return Math.min(mostLimit, Math.ceil(limit * 1.1))
  return limit
}
