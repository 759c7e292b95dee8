import 'server-only'
import type { Address } from 'viem'
import { cacheFalse } from '#lib/adapters/cache-false'
import type { Chain } from '#lib/adapters/chain/client'
import { currentFees } from '#lib/adapters/chain/fees'
import { batchGasLimit, maxBatch } from '#lib/adapters/facilitator/transfer-call'

const cacheMs = 5_000

type Settlements = {
  chain: Chain
  /** The gas limit of a settlement for a payer with code. */
  contractPayerGas: bigint
}

/**
 * Returns whether the relayer holds too little of the native coin of a network for the settlements that may come at once. A
 * payment taken then would wait for gas until it expires, and its payer could not know if money moved.
 */
export function createGasCheck(options: Settlements & { relayer: Address }): () => Promise<boolean> {
  const { chain, relayer } = options
  return cacheFalse(cacheMs, async () => {
    const [balance, needed] = await Promise.all([
      chain.client.getBalance({ address: relayer }),
      readNeededGas(options),
    ])
    return balance < needed
  })
}

/**
 * The minimum balance, in wei, at which a relayer takes payments: twice the cost of the largest settlement at current fees, because
 * transactions under way reserve some, and Base adds a fee for layer 1.
 */
export async function readNeededGas({ chain, contractPayerGas }: Settlements): Promise<bigint> {
  const batchGas = batchGasLimit(maxBatch)
  const largestGas = batchGas > contractPayerGas ? batchGas : contractPayerGas
  const { maxFeePerGas } = await currentFees({ chain })
  return 2n * largestGas * maxFeePerGas
}
