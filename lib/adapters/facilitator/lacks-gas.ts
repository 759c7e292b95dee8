import 'server-only'
import type { Address } from 'viem'
import { cacheFalse } from '#lib/adapters/cache-false'
import type { Chain } from '#lib/adapters/chain/client'
import { currentFees } from '#lib/adapters/chain/fees'
import { batchGasLimit } from '#lib/adapters/facilitator/transfer-call'

const cacheMs = 5_000

/**
 * Returns whether the relayer holds too little of the native coin of a network for the settlement of one payment at the
 * current fees. A payment taken then would wait for gas until it expires, and its payer could not know if money moved.
 */
export function createGasCheck({
  chain,
  relayer,
}: {
  chain: Chain
  relayer: Address
}): () => Promise<boolean> {
  return cacheFalse(cacheMs, async () => {
    const [balance, { maxFeePerGas }] = await Promise.all([
      chain.client.getBalance({ address: relayer }),
      currentFees({ chain }),
    ])
    return balance < batchGasLimit(1) * maxFeePerGas
  })
}
