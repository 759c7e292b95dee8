import { type Address, createPublicClient, type Hex, http, parseAbi, parseAbiItem } from 'viem'
import { bountyEscrowAbi } from '#contracts/bounty-escrow'
import type { LocalNetwork } from '#sandbox/chains'

const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const usedEvent = parseAbiItem('event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)')
const balanceAbi = parseAbi(['function balanceOf(address) view returns (uint256)'])

type Transfer = { from: Hex; to: Hex; value: bigint; tx: Hex }
type Posted = {
  id: bigint
  poster: Hex
  ref: Hex
  refundTo: Hex
  amount: bigint
  deadline: bigint
  tx: Hex
}
type Exit = {
  id: bigint
  kind: 'released' | 'cancelled' | 'refunded'
  to: Hex
  amount: bigint
  tx: Hex
}

/** The events of one chain since a block, read only from the chain. Addresses are in lower case. */
export type ChainBooks = {
  transfers: Transfer[]
  /** Authorizations used on the token. */
  used: { authorizer: Hex; nonce: Hex; tx: Hex }[]
  posted: Posted[]
  exits: Exit[]
  /** Every transaction mined, by sender. */
  sent: Map<Hex, { nonce: number; hash: Hex }[]>
  /** The contract's own sum of open bounties. */
  totalOpen: bigint
  balanceOf: (owner: Address) => Promise<bigint>
  stateOf: (id: bigint) => Promise<number>
  transactionCount: (sender: Address) => Promise<number>
}

/** Reads a chain's books from `fromBlock` on, straight from the node. */
export async function readChainBooks(network: LocalNetwork, fromBlock: bigint): Promise<ChainBooks> {
  const client = createPublicClient({
    transport: http(network.rpcUrl, { batch: { wait: 0, batchSize: 100 }, timeout: 30_000, retryCount: 1 }),
    cacheTime: 0,
  })
  const { usdc, escrow } = network
  const toBlock = await client.getBlockNumber()
  const range = { fromBlock, toBlock } as const
  const isEmpty = fromBlock > toBlock
  const [transfers, used, escrowLogs, totalOpen] = await Promise.all([
    isEmpty ? [] : client.getLogs({ address: usdc, event: transferEvent, ...range }),
    isEmpty ? [] : client.getLogs({ address: usdc, event: usedEvent, ...range }),
    isEmpty ? [] : client.getContractEvents({ address: escrow, abi: bountyEscrowAbi, ...range }),
    client.readContract({ address: escrow, abi: bountyEscrowAbi, functionName: 'totalOpen' }),
  ])
  const books: ChainBooks = {
    transfers: transfers.map(({ args, transactionHash }) => ({
      from: lower(args.from!),
      to: lower(args.to!),
      value: args.value!,
      tx: transactionHash,
    })),
    used: used.map(({ args, transactionHash }) => ({
      authorizer: lower(args.authorizer!),
      nonce: args.nonce!,
      tx: transactionHash,
    })),
    posted: [],
    exits: [],
    sent: new Map(),
    totalOpen,
    balanceOf: (owner) =>
      client.readContract({ address: usdc, abi: balanceAbi, functionName: 'balanceOf', args: [owner] }),
    stateOf: async (id) => {
      const found = await client.readContract({
        address: escrow,
        abi: bountyEscrowAbi,
        functionName: 'bounty',
        args: [id],
      })
      return found.state
    },
    transactionCount: (address) => client.getTransactionCount({ address }),
  }
  for (const log of escrowLogs) {
    const tx = log.transactionHash
    if (log.eventName === 'BountyPosted') {
      const { id, poster, ref, refundTo, amount, deadline } = log.args
      books.posted.push({
        id: id!,
        poster: lower(poster!),
        ref: ref!,
        refundTo: lower(refundTo!),
        amount: amount!,
        deadline: deadline!,
        tx,
      })
    } else if (log.eventName === 'BountyReleased') {
      const { id, contributor, amount } = log.args
      books.exits.push({ id: id!, kind: 'released', to: lower(contributor!), amount: amount!, tx })
    } else if (log.eventName === 'BountyCancelled' || log.eventName === 'BountyRefunded') {
      const { id, refundTo, amount } = log.args
      const kind = log.eventName === 'BountyCancelled' ? 'cancelled' : 'refunded'
      books.exits.push({ id: id!, kind, to: lower(refundTo!), amount: amount!, tx })
    }
  }
  const numbers = Array.from(
    { length: isEmpty ? 0 : Number(toBlock - fromBlock) + 1 },
    (_, index) => fromBlock + BigInt(index),
  )
  for (let at = 0; at < numbers.length; at += blocksAtOnce) {
    const blocks = await Promise.all(
      numbers
        .slice(at, at + blocksAtOnce)
        .map((blockNumber) => client.getBlock({ blockNumber, includeTransactions: true })),
    )
    for (const { from, nonce, hash } of blocks.flatMap((block) => block.transactions)) {
      const sender = lower(from)
      books.sent.set(sender, [...(books.sent.get(sender) ?? []), { nonce, hash }])
    }
  }
  return books
}

const blocksAtOnce = 200

export function lower(address: string): Hex {
  return address.toLowerCase() as Hex
}
