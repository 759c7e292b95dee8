/** EIP-1559 fees in wei per gas. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/** The lowest `maxFeePerGas` that a network accepts, and the highest that we offer. In wei per gas. */
export type FeeLimits = { floor: bigint; cap: bigint }

/** Raises or lowers fees to the limits. The tip never exceeds the whole fee. */
export function limitFees(fees: Fees, { floor, cap }: FeeLimits): Fees {
  const maxFeePerGas = min(max(fees.maxFeePerGas, floor), cap)
  return { maxFeePerGas, maxPriorityFeePerGas: min(fees.maxPriorityFeePerGas, maxFeePerGas) }
}

/**
 * The fees of a replacement transaction at the same nonce: an eighth above the last offer, or the market fees if those are
 * higher. Nodes accept a replacement only if both fees are at least a tenth above those of the transaction it replaces.
 *
 * @returns `undefined` if the cap leaves less than that tenth
 */
export function raiseFees(args: { last: Fees; market: Fees; limits: FeeLimits }): Fees | undefined {
  const { last, market, limits } = args
  const raised = limitFees(
    {
      maxFeePerGas: max(addEighth(last.maxFeePerGas), market.maxFeePerGas),
      maxPriorityFeePerGas: max(addEighth(last.maxPriorityFeePerGas), market.maxPriorityFeePerGas),
    },
    limits,
  )
  return canReplace(last, raised) ? raised : undefined
}

/** True if nodes accept a transaction with the fees `next` in place of one with the fees `last`. */
export function canReplace(last: Fees, next: Fees): boolean {
  return (
    next.maxFeePerGas * 10n >= last.maxFeePerGas * 11n &&
    next.maxPriorityFeePerGas * 10n >= last.maxPriorityFeePerGas * 11n
  )
}

/** The highest of each fee that was offered for one nonce. A replacement has to exceed both. */
export function highestFees(offers: readonly Fees[]): Fees {
  return offers.reduce((one, other) => ({
    maxFeePerGas: max(one.maxFeePerGas, other.maxFeePerGas),
    maxPriorityFeePerGas: max(one.maxPriorityFeePerGas, other.maxPriorityFeePerGas),
  }))
}

/** Rounded up. */
function addEighth(value: bigint): bigint {
  return (value * 9n + 7n) / 8n
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
