import 'server-only'
import { cacheFor } from '#lib/adapters/cache-for'
import type { Chain } from '#lib/adapters/chain/client'
import { type FeeLimits, type Fees, limitFees } from '#lib/domain/chain/fees'
import { networkOfChain } from '#lib/domain/chain/networks'

const gwei = 1_000_000_000n
/** About one block: every transaction of a block may be priced by one read. */
const freshMs = 1_000

const otherLimits: FeeLimits = { floor: 0n, cap: 500n * gwei }

export function feeLimitsOf(chainId: number): FeeLimits {
  return networkOfChain(chainId)?.fees ?? otherLimits
}

const cachedFees = cacheFor(freshMs, (chain: Chain) => chain, readFees)

/** The fees that a transaction needs now: twice the base fee plus the tip, within our limits. Read at most once a second. */
export function currentFees({ chain }: { chain: Chain }): Promise<Fees> {
  return cachedFees(chain)
}

async function readFees(chain: Chain): Promise<Fees> {
  const [block, tip] = await Promise.all([
    chain.client.getBlock({ blockTag: 'latest' }),
    chain.client.estimateMaxPriorityFeePerGas(),
  ])
  const fees = { maxFeePerGas: 2n * (block.baseFeePerGas ?? 0n) + tip, maxPriorityFeePerGas: tip }
  return limitFees(fees, feeLimitsOf(chain.chainId))
}
