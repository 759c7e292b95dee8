import 'server-only'
import type { Address, Hex } from 'viem'
import type { Chain } from '#lib/adapters/chain/client'

/** A mined transaction, with the fields that show its purpose. */
export type SentTx = { hash: Hex; nonce: number; to: Address | null; data: Hex }

type Span = { low: number; lowCount: number; high: number; highCount: number }

/** Nodes cannot look up a transaction by sender and nonce. A binary search over blocks finds it in about twenty reads. */
const maxFound = 32

/**
 * The transactions of an account from one nonce on, oldest first, also those that this service did not send.
 *
 * @param args.since a block in which `fromNonce` was not used yet
 * @returns at most 32; `whole` when these are all
 * @throws also if the node has no state as old as `since`
 */
export async function findSentBy(args: {
  chain: Chain
  address: Address
  fromNonce: number
  since: number
}): Promise<{ sent: SentTx[]; whole: boolean }> {
  const { chain, address, fromNonce } = args
  const high = Number(await chain.client.getBlockNumber({ cacheTime: 0 }))
  const low = Math.min(args.since, high)
  const [lowCount, highCount] = await Promise.all([low, high].map((block) => countAt(chain, address, block)))
  const sent: SentTx[] = []
  const spans: Span[] = [
    { low: low - 1, lowCount: Math.min(lowCount!, fromNonce), high, highCount: highCount! },
  ]
  while (spans.length > 0 && sent.length < maxFound) {
    const span = spans.pop()!
    if (span.highCount <= Math.max(span.lowCount, fromNonce)) continue
    if (span.high - span.low <= 1) {
      sent.push(...(await sentIn(chain, address, span.high)).filter((tx) => tx.nonce >= fromNonce))
      continue
    }
    const middle = Math.floor((span.low + span.high) / 2)
    const count = await countAt(chain, address, middle)
    // The older half is looked at first.
    spans.push({ ...span, low: middle, lowCount: count }, { ...span, high: middle, highCount: count })
  }
  sent.sort((a, b) => a.nonce - b.nonce)
  return { sent, whole: sent.length === highCount! - fromNonce }
}

function countAt({ client }: Chain, address: Address, block: number): Promise<number> {
  return block < 0 ? Promise.resolve(0) : client.getTransactionCount({ address, blockNumber: BigInt(block) })
}

async function sentIn({ client }: Chain, address: Address, block: number): Promise<SentTx[]> {
  const { transactions } = await client.getBlock({ blockNumber: BigInt(block), includeTransactions: true })
  return transactions
    .filter((tx) => tx.from.toLowerCase() === address.toLowerCase())
    .map(({ hash, nonce, to, input }) => ({ hash, nonce, to, data: input }))
}
