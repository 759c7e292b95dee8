import 'server-only'
import {
  type Address,
  type Block,
  decodeEventLog,
  getAbiItem,
  type Hex,
  hexToBigInt,
  hexToNumber,
  numberToHex,
  pad,
  type RpcLog,
  slice,
  toEventSelector,
} from 'viem'
import { bountyEscrowV2Abi as bountyEscrowAbi } from '#contracts/bounty-escrow-v2'
import type { Chain } from '#lib/adapters/chain/client'
import { isNotInContract } from '#lib/adapters/chain/escrow'
import { authorizationUsedTopic, transferTopic } from '#lib/adapters/chain/usdc'

/** The addresses whose money is followed, in lower case. `escrows`: the one for new bounties first. `revenue` is PAY_TO, where look-ups are paid. */
export type BookAddresses = {
  token: Address
  escrows: readonly Address[]
  treasury: Address
  revenue: Address
}

/** A transfer of the token. */
export type Transfer = {
  block: number
  txHash: Hex
  logIndex: number
  from: Address
  to: Address
  amountAtomic: bigint
}

/** An event of the escrow. `party` is the recipient of the money: `refundTo` of a post, otherwise the address that was paid. */
export type EscrowEvent = {
  kind: 'posted' | 'released' | 'cancelled' | 'refunded'
  /** The contract that emitted it. */
  escrow: Address
  block: number
  txHash: Hex
  logIndex: number
  onchainId: number
  amountAtomic: bigint
  party: Address
  /** posted only */
  poster?: Address
  ref?: Hex
}

export type MoneyLogs = {
  /** The hash of the last block that was read. */
  hash: Hex
  /** The hash of the block before the first one; `undefined` for block 0. */
  hashBefore: Hex | undefined
  transfers: Transfer[]
  events: EscrowEvent[]
}

const moneyEvents = ['BountyPosted', 'BountyReleased', 'BountyCancelled', 'BountyRefunded'] as const
const eventTopics = moneyEvents.map((name) => toEventSelector(getAbiItem({ abi: bountyEscrowAbi, name })))

/**
 * Reads every transfer from and to the treasury and the escrow, every transfer to the revenue address, and the escrow's events,
 * in a range of blocks; oldest first. Only logs of the token count (Arc's native coin writes a second Transfer from another
 * address).
 *
 * A node that does not have the last block yet would answer with too few logs. The block is asked for in the same JSON-RPC batch,
 * and if it is missing this throws. With several endpoints, `whole-logs.ts` does that check.
 */
export async function readMoneyLogs(args: {
  chain: Chain
  books: BookAddresses
  from: number
  to: number
}): Promise<MoneyLogs> {
  const { chain, books, from, to } = args
  const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) }
  const ours = [pad(books.treasury), ...books.escrows.map((escrow) => pad(escrow))]
  const logs = (address: Address | Address[], topics: (Hex | Hex[] | null)[]) =>
    chain.client.request({ method: 'eth_getLogs', params: [{ address, topics, ...range }] })
  const [before, last, incoming, outgoing, escrow] = await Promise.all([
    from > 0 ? chain.client.getBlock({ blockNumber: BigInt(from - 1) }) : undefined,
    chain.client.getBlock({ blockNumber: BigInt(to) }),
    logs(books.token, [transferTopic, null, [...ours, pad(books.revenue)]]),
    logs(books.token, [transferTopic, ours]),
    logs([...books.escrows], [eventTopics]),
  ])
  const transfers = new Map(
    [...incoming, ...outgoing].map((log) => [`${log.transactionHash} ${log.logIndex}`, toTransfer(log)]),
  )
  return {
    hash: last.hash,
    hashBefore: before?.hash,
    transfers: [...transfers.values()].sort(inOrder),
    events: escrow.map(toEscrowEvent).sort(inOrder),
  }
}

/** The EIP-3009 nonces that moved money in a transaction, by the log index of their Transfer event, which is the token's next log. */
export async function readNonces(args: {
  chain: Chain
  token: Address
  txHash: Hex
}): Promise<Map<number, Hex>> {
  const { chain, token, txHash } = args
  const receipt = await chain.client.getTransactionReceipt({ hash: txHash })
  const logs = receipt.logs.filter((log) => log.address.toLowerCase() === token)
  return new Map(
    logs.flatMap((log, index): [number, Hex][] => {
      const next = logs[index + 1]
      const isUse = log.topics[0] === authorizationUsedTopic && next?.topics[0] === transferTopic
      return isUse && next.topics[1] === log.topics[1] ? [[next.logIndex, log.topics[2]!]] : []
    }),
  )
}

/** The balances of the escrows (their sum) and of the treasury at a block, with that block. */
export type EscrowAt = {
  block: Pick<Block<bigint, false, 'latest'>, 'hash' | 'timestamp'>
  balance: bigint
  totalOpen: bigint
  /** Wei of the treasury. It pays fees from this and, on Arc, native transfers that the token's log does not show. */
  treasuryBalance: bigint
  /** The head of the chain, read afterwards or at the same time. */
  head: number
}

const balanceAbi = [
  {
    type: 'function',
    name: 'balanceOf',
    stateMutability: 'view',
    inputs: [{ name: 'account', type: 'address' }],
    outputs: [{ name: '', type: 'uint256' }],
  },
] as const

export async function readEscrowAt(args: {
  chain: Chain
  books: BookAddresses
  block: number
}): Promise<EscrowAt> {
  const { chain, books } = args
  const blockNumber = BigInt(args.block)
  const balanceOf = (account: Address) =>
    chain.client.readContract({
      address: books.token,
      abi: balanceAbi,
      functionName: 'balanceOf',
      args: [account],
      blockNumber,
    })
  const totalOpenOf = async (address: Address) => {
    const call = { address, abi: bountyEscrowAbi, functionName: 'totalOpen', blockNumber } as const
    try {
      return await chain.client.readContract(call)
    } catch (error) {
      // The ledger starts with the first contract, when later ones do not exist yet.
      if (!(await isBeforeContract(chain, address, blockNumber, error))) throw error
      return 0n
    }
  }
  const sumOf = async (read: (escrow: Address) => Promise<bigint>) =>
    (await Promise.all(books.escrows.map(read))).reduce((sum, one) => sum + one, 0n)
  const [block, balance, treasuryBalance, totalOpen, head] = await Promise.all([
    chain.client.getBlock({ blockNumber }),
    sumOf(balanceOf),
    balanceOf(books.treasury),
    sumOf(totalOpenOf),
    chain.client.getBlockNumber({ cacheTime: 0 }),
  ])
  return { block, balance, treasuryBalance, totalOpen, head: Number(head) }
}

/** True if, at the head of the chain, the escrows never had a bounty, and neither they nor the treasury hold the token. */
export async function hasNoMoneyYet({
  chain,
  books,
}: {
  chain: Chain
  books: BookAddresses
}): Promise<boolean> {
  const { client } = chain
  const read = [
    ...[...books.escrows, books.treasury].map((account) =>
      client.readContract({
        address: books.token,
        abi: balanceAbi,
        functionName: 'balanceOf',
        args: [account],
      }),
    ),
    ...books.escrows.map((address) =>
      client.readContract({ address, abi: bountyEscrowAbi, functionName: 'bountyCount' }),
    ),
  ]
  return (await Promise.all(read)).every((amount) => amount === 0n)
}

async function isBeforeContract(
  chain: Chain,
  address: Address,
  blockNumber: bigint,
  error: unknown,
): Promise<boolean> {
  return isNotInContract(error) && (await chain.client.getCode({ address, blockNumber })) === undefined
}

function placeOf(log: RpcLog): { block: number; txHash: Hex; logIndex: number } {
  if (log.blockNumber === null || log.transactionHash === null || log.logIndex === null)
    throw new Error('the node answered with logs that are in no block')
  return {
    block: hexToNumber(log.blockNumber),
    txHash: log.transactionHash,
    logIndex: hexToNumber(log.logIndex),
  }
}

function toTransfer(log: RpcLog): Transfer {
  const account = (topic: Hex | undefined) => slice(topic!, 12)
  return {
    ...placeOf(log),
    from: account(log.topics[1]),
    to: account(log.topics[2]),
    amountAtomic: hexToBigInt(log.data),
  }
}

function toEscrowEvent(log: RpcLog): EscrowEvent {
  const { eventName, args } = decodeEventLog({ abi: bountyEscrowAbi, topics: log.topics, data: log.data })
  const of = (kind: EscrowEvent['kind'], said: { id: bigint; amount: bigint }, party: Address) => ({
    ...placeOf(log),
    kind,
    escrow: lower(log.address),
    onchainId: Number(said.id),
    amountAtomic: said.amount,
    party: lower(party),
  })
  switch (eventName) {
    case 'BountyPosted':
      return { ...of('posted', args, args.refundTo), poster: lower(args.poster), ref: args.ref }
    case 'BountyReleased':
      return of('released', args, args.contributor)
    case 'BountyCancelled':
      return of('cancelled', args, args.refundTo)
    case 'BountyRefunded':
      return of('refunded', args, args.refundTo)
    default:
      throw new Error(`the node answered with ${eventName}, which was not asked for`)
  }
}

function lower(address: Address): Address {
  return address.toLowerCase() as Address
}

function inOrder(a: { block: number; logIndex: number }, b: { block: number; logIndex: number }): number {
  return a.block - b.block || a.logIndex - b.logIndex
}
