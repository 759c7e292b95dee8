import 'server-only'
import { type Address, BaseError, type Hex, isAddressEqual, RpcRequestError } from 'viem'
import type { Chain } from '#lib/adapters/chain/client'
import { lostAfterBlocks, type SignedFacts } from '#lib/domain/chain/next-transaction-step'

type NonceUser = Exclude<SignedFacts['nonceUser'], 'unread'>
type Search = {
  chain: Chain
  sender: Address
  nonce: number
  /** The hashes of our attempts at the nonce. */
  ours: readonly Hex[]
  /** The head when the nonce was first seen used. */
  nonceUsedBlock: number
  finalBlock: number
}

/**
 * Finds out whether one of our transactions or another one used a nonce, by reading the final block in which the sender's next nonce
 * passed it.
 *
 * @throws if no endpoint answers
 */
export async function readNonceUser(search: Search): Promise<NonceUser> {
  const { chain, sender, nonce, ours } = search
  try {
    const block = await findUsingBlock(search)
    if (block === undefined) return 'notFinal'
    const { transactions } = await chain.client.getBlock({
      blockNumber: BigInt(block),
      includeTransactions: true,
    })
    // No transaction of the sender has it if an EIP-7702 authorization, or a contract created by delegated code, used it.
    const user = transactions.find((tx) => isAddressEqual(tx.from, sender) && tx.nonce === nonce)
    return user && ours.includes(user.hash) ? 'ours' : 'another'
  } catch (error) {
    // The endpoint answered that it cannot tell, as nodes do that have deleted the state of old blocks.
    if (error instanceof BaseError && error.walk((cause) => cause instanceof RpcRequestError))
      return 'unknown'
    throw error
  }
}

/** The first block after which the sender's next nonce is higher, searched backwards from a final one in growing steps. */
async function findUsingBlock(search: Search): Promise<number | undefined> {
  const { chain, sender, nonce, nonceUsedBlock, finalBlock } = search
  const isUsedAfter = async (block: number) => {
    if (block < 0) return false
    const blockNumber = BigInt(block)
    return (await chain.client.getTransactionCount({ address: sender, blockNumber })) > nonce
  }
  // Nodes may have the state of this block and no longer that of much older ones.
  let used = Math.min(nonceUsedBlock + lostAfterBlocks, finalBlock)
  if (!(await isUsedAfter(used))) {
    used = finalBlock
    if (!(await isUsedAfter(used))) return undefined
  }
  let step = 1
  while (await isUsedAfter(used - step)) {
    used -= step
    step *= 2
  }
  let free = used - step
  while (used - free > 1) {
    const middle = Math.floor((free + used) / 2)
    if (await isUsedAfter(middle)) used = middle
    else free = middle
  }
  return used
}
