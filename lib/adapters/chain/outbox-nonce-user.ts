import 'server-only'
import { type Address, type Hex, isAddressEqual } from 'viem'
import type { Chain } from '#lib/adapters/chain/client'
import type { SignedFacts } from '#lib/domain/chain/next-transaction-step'

/**
 * Whose transaction used a nonce of a sender, by the content of the final block that contains it.
 *
 * @returns `unknown` if no final block used the nonce, or if no endpoint has the history to find that block
 */
export async function readNonceUser(args: {
  chain: Chain
  sender: Address
  nonce: number
  /** The hashes of our attempts at the nonce. */
  ours: readonly Hex[]
  finalBlock: number
}): Promise<Exclude<SignedFacts['nonceUser'], 'unread'>> {
  const { chain, sender, nonce, ours, finalBlock } = args
  try {
    const block = await findUsingBlock({ chain, sender, nonce, finalBlock })
    if (block === undefined) return 'unknown'
    const { transactions } = await chain.client.getBlock({
      blockNumber: BigInt(block),
      includeTransactions: true,
    })
    const user = transactions.find((tx) => isAddressEqual(tx.from, sender) && tx.nonce === nonce)
    if (user === undefined) return 'unknown'
    return ours.includes(user.hash) ? 'ours' : 'another'
  } catch {
    // Nodes without the state of old blocks refuse to count transactions there. The next pass asks again.
    return 'unknown'
  }
}

/** The first block after which the sender's next nonce is higher, searched backwards from the final block in growing steps. */
async function findUsingBlock(args: {
  chain: Chain
  sender: Address
  nonce: number
  finalBlock: number
}): Promise<number | undefined> {
  const { chain, sender, nonce, finalBlock } = args
  const isUsedAfter = async (block: number) => {
    if (block < 0) return false
    const blockNumber = BigInt(block)
    return (await chain.client.getTransactionCount({ address: sender, blockNumber })) > nonce
  }
  if (!(await isUsedAfter(finalBlock))) return undefined
  let used = finalBlock
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
