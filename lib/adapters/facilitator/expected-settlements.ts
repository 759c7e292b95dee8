import 'server-only'

/** Payments that were verified and have not reached their settlement. */
type ExpectedSettlements = {
  add: (payment: string) => void
  remove: (payment: string) => void
  /** True if a payment was added in the last `expectedForMs` and has not been removed. */
  hasAny: () => boolean
}

/**
 * Tells a settler if more payments are about to reach it. A payment that is refused after its verification never
 * reaches it, so each payment is forgotten after `expectedForMs`.
 *
 * @param options.now milliseconds of a clock that never goes back
 */
export function createExpectedSettlements(options: {
  expectedForMs: number
  now?: () => number
}): ExpectedSettlements {
  const { expectedForMs, now = () => performance.now() } = options
  /** For each payment, the time at which it is forgotten. The earliest is first. */
  const untilOf = new Map<string, number>()
  const removeLate = () => {
    for (const [payment, until] of untilOf) {
      if (until > now()) return
      untilOf.delete(payment)
    }
  }
  return {
    add: (payment) => {
      removeLate()
      untilOf.delete(payment)
      untilOf.set(payment, now() + expectedForMs)
    },
    remove: (payment) => {
      untilOf.delete(payment)
    },
    hasAny: () => {
      removeLate()
      return untilOf.size > 0
    },
  }
}
