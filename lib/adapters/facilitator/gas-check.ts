import 'server-only'
import type { Address } from 'viem'
import { cacheFalse } from '#lib/adapters/cache-false'
import type { Chain } from '#lib/adapters/chain/client'
import { currentFees } from '#lib/adapters/chain/fees'
import { batchGasLimit, maxBatch } from '#lib/adapters/facilitator/transfer-call'

const cacheMs = 5_000

/**
 * Returns whether the relayer holds too little of the native coin of a network for the settlements that may come at once. A
 * payment taken then would wait for gas until it expires, and its payer could not know if money moved.
 *
 * Enough is twice the cost of the largest settlement at current fees: transactions under way reserve some, and Base adds a fee
 * for layer 1.
 */
export function createGasCheck(options: {
  chain: Chain
  relayer: Address
  /** The gas limit of a settlement for a payer with code. */
  contractPayerGas: bigint
}): () => Promise<boolean> {
  const { chain, relayer, contractPayerGas } = options
  const batchGas = batchGasLimit(maxBatch)
  const largestGas = batchGas > contractPayerGas ? batchGas : contractPayerGas
  return cacheFalse(cacheMs, async () => {
    const [balance, { maxFeePerGas }] = await Promise.all([
      chain.client.getBalance({ address: relayer }),
      currentFees({ chain }),
    ])
    return balance < 2n * largestGas * maxFeePerGas
  })
}
