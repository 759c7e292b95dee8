import 'server-only'
import type { Chain } from '#lib/adapters/chain/client'

/** EIP-1559 fees in wei per gas. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

const gwei = 1_000_000_000n
/** About one block: every transaction of a block may be priced by one read. */
const freshMs = 1_000

/** By chain id: the least `maxFeePerGas` the network takes, and the most we ever offer. */
const feeLimits: Record<number, { floor: bigint; cap: bigint }> = {
  8453: { floor: 0n, cap: 50n * gwei },
  // Arc refuses less than 20 gwei; its native coin is the dollar, so 500 gwei is 0.05 USDC per 100,000 gas.
  5042: { floor: 20n * gwei, cap: 500n * gwei },
}
const otherLimits = { floor: 0n, cap: 500n * gwei }

export function feeLimitsOf(chainId: number): { floor: bigint; cap: bigint } {
  return feeLimits[chainId] ?? otherLimits
}

const cached = new WeakMap<Chain, { until: number; fees: Promise<Fees> }>()

/** What the chain asks now, twice the base fee plus the tip, within our limits. Read at most once a second. */
export function currentFees({ chain }: { chain: Chain }): Promise<Fees> {
  const known = cached.get(chain)
  if (known && known.until > performance.now()) return known.fees
  const fees = readFees(chain)
  cached.set(chain, { until: performance.now() + freshMs, fees })
  fees.catch(() => cached.delete(chain))
  return fees
}

async function readFees(chain: Chain): Promise<Fees> {
  const [block, tip] = await Promise.all([
    chain.client.getBlock({ blockTag: 'latest' }),
    chain.client.estimateMaxPriorityFeePerGas(),
  ])
  return withinLimits(chain.chainId, {
    maxFeePerGas: 2n * (block.baseFeePerGas ?? 0n) + tip,
    maxPriorityFeePerGas: tip,
  })
}

/**
 * Fees for another attempt at the same nonce: an eighth more than the last one, or what the chain asks now when that is
 * more. `undefined` when the cap leaves less than the tenth that nodes want of a replacement.
 *
 * @param cap what an operator allows for this one, in wei per gas; the network's own cap when absent
 */
export function raiseFees(chainId: number, last: Fees, market: Fees, cap?: bigint): Fees | undefined {
  const eighthMore = (value: bigint) => (value * 9n + 7n) / 8n
  const raised = withinLimits(
    chainId,
    {
      maxFeePerGas: max(eighthMore(last.maxFeePerGas), market.maxFeePerGas),
      maxPriorityFeePerGas: max(eighthMore(last.maxPriorityFeePerGas), market.maxPriorityFeePerGas),
    },
    cap,
  )
  const enough =
    raised.maxFeePerGas * 10n >= last.maxFeePerGas * 11n &&
    raised.maxPriorityFeePerGas * 10n >= last.maxPriorityFeePerGas * 11n
  return enough ? raised : undefined
}

function withinLimits(chainId: number, fees: Fees, allowed?: bigint): Fees {
  const { floor, cap: own } = feeLimitsOf(chainId)
  const cap = allowed ?? own
  const maxFeePerGas = min(max(fees.maxFeePerGas, floor), cap)
  return { maxFeePerGas, maxPriorityFeePerGas: min(fees.maxPriorityFeePerGas, maxFeePerGas) }
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
