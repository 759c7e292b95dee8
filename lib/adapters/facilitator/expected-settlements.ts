import 'server-only'

/** Payments that were verified and have not reached their settlement. */
type ExpectedSettlements = {
  add: (payment: string) => void
  remove: (payment: string) => void
  /** True while any of them was added less than the time ago that a payment is expected for. */
  hasAny: () => boolean
}

/**
 * Tells a settler if more payments are about to reach it. A payment that is refused after its verification is not
 * removed, so each is expected for a short time only.
 *
 * @param options.now milliseconds of a clock that never goes back
 */
export function createExpectedSettlements(options: {
  expectedForMs: number
  now?: () => number
}): ExpectedSettlements {
  const { expectedForMs, now = () => performance.now() } = options
  /** When each is no longer expected, earliest first. */
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
