import 'server-only'
import {
  AbiDecodingDataSizeTooSmallError,
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  parseEventLogs,
} from 'viem'
// Version 2 keeps the functions and events of version 1, so its ABI reads and calls both.
import { bountyEscrowV2Abi as abi } from '#contracts/bounty-escrow-v2'
import type { Chain } from '#lib/adapters/chain/client'
import { type Blocks, searchBack } from '#lib/adapters/chain/log-search'
import { findReceipt } from '#lib/adapters/chain/outbox-receipts'
import type { NetworkConfig } from '#lib/adapters/env'

/** Where a bounty stands in the contract, in the order of its enum. `accepted` is of version 2: committed, not paid yet. */
const states = ['none', 'open', 'released', 'cancelled', 'refunded', 'accepted'] as const
export type EscrowState = (typeof states)[number]

/** A bounty as the contract has it. `deadline` in epoch seconds. */
export type EscrowBounty = {
  id: bigint
  state: EscrowState
  amountAtomic: bigint
  refundTo: Address
  deadline: bigint
}

/** Who posted what: a reference belongs to its poster. */
export type PostedRef = { escrow: Address; poster: Address; ref: Hex }

/** What an accepted bounty of version 2 waits for. */
export type Acceptance = {
  contributor: Address
  /** As `encodeRelease` named it. */
  submission: Hex
  /** Epoch seconds of the day that is assigned to it; 0 or past: it can be paid now. */
  payableFrom: bigint
  /** Whether a raised limit has made room for it today. */
  hasRoomToday: boolean
}

/** A post in the log, with its terms. `deadline` in epoch seconds. */
export type FoundPost = {
  id: bigint
  refundTo: Address
  amountAtomic: bigint
  deadline: bigint
  transaction: Hex
}

/** How a bounty left the contract. */
export type EscrowExit = Exclude<EscrowState, 'none' | 'open' | 'accepted'>

const exitEvents = {
  released: 'BountyReleased',
  cancelled: 'BountyCancelled',
  refunded: 'BountyRefunded',
} as const

export function encodePost(args: {
  ref: Hex
  refundTo: Address
  amountAtomic: bigint
  /** Epoch seconds. */
  deadline: number
}): Hex {
  const { ref, refundTo, amountAtomic, deadline } = args
  return encodeFunctionData({ abi, functionName: 'post', args: [ref, refundTo, amountAtomic, deadline] })
}

/** @param submission the service's reference of what is paid for, for the log */
export function encodeRelease(args: { id: bigint; contributor: Address; submission: Hex }): Hex {
  return encodeFunctionData({
    abi,
    functionName: 'release',
    args: [args.id, args.contributor, args.submission],
  })
}

/** Pays a bounty that version 2 has accepted; anyone may. */
export function encodePay(id: bigint): Hex {
  return encodeFunctionData({ abi, functionName: 'pay', args: [id] })
}

export function encodeCancel(id: bigint): Hex {
  return encodeFunctionData({ abi, functionName: 'cancel', args: [id] })
}

export function encodeRefund(id: bigint): Hex {
  return encodeFunctionData({ abi, functionName: 'refund', args: [id] })
}

/** The number of a reference's bounty as of a block; `undefined` when there is none. */
export async function readEscrowId(args: {
  chain: Chain
  posted: PostedRef
  blockNumber: bigint | undefined
}): Promise<bigint | undefined> {
  const { chain, posted, blockNumber } = args
  const id = await chain.client.readContract({
    address: posted.escrow,
    abi,
    functionName: 'idOf',
    args: [posted.poster, posted.ref],
    blockNumber,
  })
  return id === 0n ? undefined : id
}

/** A bounty as of a block, the newest when `undefined`. */
export async function readEscrowBounty(args: {
  chain: Chain
  escrow: Address
  id: bigint
  blockNumber: bigint | undefined
}): Promise<EscrowBounty> {
  const { chain, escrow, id, blockNumber } = args
  const found = await chain.client.readContract({
    address: escrow,
    abi,
    functionName: 'bounty',
    args: [id],
    blockNumber,
  })
  return {
    id,
    state: states[found.state]!,
    amountAtomic: found.amount,
    refundTo: found.refundTo,
    deadline: BigInt(found.deadline),
  }
}

/** All escrow contracts of a network: the one for new bounties first. */
export function escrowsOf(network: Pick<NetworkConfig, 'escrow' | 'previousEscrow'>): Address[] {
  return network.previousEscrow ? [network.escrow, network.previousEscrow] : [network.escrow]
}

/** Of a bounty that is `accepted`, as of the newest block. */
export async function readAcceptance(args: {
  chain: Chain
  escrow: Address
  bounty: Pick<EscrowBounty, 'id' | 'amountAtomic'>
}): Promise<Acceptance> {
  const { chain, escrow: address, bounty } = args
  const [[contributor, payableFrom, submission], budget] = await Promise.all([
    chain.client.readContract({ address, abi, functionName: 'acceptance', args: [bounty.id] }),
    readBudget({ chain, escrow: address }),
  ])
  const hasRoomToday = budget !== undefined && budget.used + bounty.amountAtomic <= budget.limit
  return { contributor, submission, payableFrom, hasRoomToday }
}

/** What an escrow may release today (UTC) and how much of it is taken, atomic units; `undefined` for version 1, which has no limit. */
export async function readBudget(args: {
  chain: Chain
  escrow: Address
}): Promise<{ limit: bigint; used: bigint } | undefined> {
  const { chain, escrow: address } = args
  try {
    const [limit, used] = await Promise.all([
      chain.client.readContract({ address, abi, functionName: 'dailyLimit' }),
      chain.client.readContract({ address, abi, functionName: 'usedToday' }),
    ])
    return { limit, used }
  } catch (error) {
    if (isNotInContract(error)) return undefined
    throw error
  }
}

/** Whether the chain answered that a contract has no such function. */
export function isNotInContract(error: unknown): boolean {
  const found = (cause: unknown) =>
    cause instanceof ContractFunctionZeroDataError ||
    cause instanceof ContractFunctionRevertedError ||
    cause instanceof AbiDecodingDataSizeTooSmallError
  return error instanceof BaseError && error.walk(found) !== null
}

const graces = new WeakMap<Chain, Map<Address, Promise<number>>>()

/** Seconds after a deadline until which a release is taken; from then on anyone may refund. Never changes. */
export function readGrace(chain: Chain, escrow: Address): Promise<number> {
  const known = graces.get(chain) ?? new Map<Address, Promise<number>>()
  graces.set(chain, known)
  const grace =
    known.get(escrow) ?? chain.client.readContract({ address: escrow, abi, functionName: 'GRACE' })
  known.set(escrow, grace)
  grace.catch(() => known.delete(escrow))
  return grace
}

/** The post of a reference in a transaction we know; `undefined` when it is not, or not any more, in there. */
export async function findPostIn(args: {
  chain: Chain
  posted: PostedRef
  transaction: Hex
}): Promise<FoundPost | undefined> {
  const { chain, posted, transaction } = args
  const receipt = await findReceipt(chain, [transaction])
  const [log] = parseEventLogs({
    abi,
    eventName: 'BountyPosted',
    args: { poster: posted.poster, ref: posted.ref },
    logs: receipt?.logs.filter((entry) => isAddressEqual(entry.address, posted.escrow)) ?? [],
  })
  return log && describePost(log)
}

/** Searches the log for the post of a reference, whoever's transaction it was in; newest blocks first. */
export async function findPost(args: {
  chain: Chain
  posted: PostedRef
  within: Blocks
}): Promise<FoundPost | undefined> {
  const { chain, posted, within } = args
  const { escrow: address, poster, ref } = posted
  const log = await searchBack(within, (fromBlock, toBlock) =>
    chain.client.getContractEvents({
      ...{ address, abi, eventName: 'BountyPosted', args: { poster, ref }, strict: true },
      ...{ fromBlock, toBlock },
    }),
  )
  return log && describePost(log)
}

/** Searches the log for the transaction by which a bounty left the contract, whoever sent it; newest blocks first. */
export async function findExit(args: {
  chain: Chain
  escrow: Address
  id: bigint
  exit: EscrowExit
  within: Blocks
}): Promise<Hex | undefined> {
  const { chain, escrow: address, id, exit, within } = args
  const log = await searchBack(within, (fromBlock, toBlock) =>
    chain.client.getContractEvents({
      ...{ address, abi, eventName: exitEvents[exit], args: { id }, strict: true },
      ...{ fromBlock, toBlock },
    }),
  )
  return log?.transactionHash
}

/** Who was paid by the release of a bounty in a transaction, and for what, as `encodeRelease` said it. */
export async function readRelease(args: {
  chain: Chain
  escrow: Address
  id: bigint
  transaction: Hex
}): Promise<{ contributor: Address; submission: Hex } | undefined> {
  const { chain, escrow, id, transaction } = args
  const receipt = await findReceipt(chain, [transaction])
  const [log] = parseEventLogs({
    abi,
    eventName: 'BountyReleased',
    args: { id },
    logs: receipt?.logs.filter((entry) => isAddressEqual(entry.address, escrow)) ?? [],
  })
  return log && { contributor: log.args.contributor, submission: log.args.submission }
}

function describePost(log: {
  args: { id: bigint; refundTo: Address; amount: bigint; deadline: bigint }
  transactionHash: Hex
}): FoundPost {
  const { id, refundTo, amount: amountAtomic, deadline } = log.args
  return { id, refundTo, amountAtomic, deadline, transaction: log.transactionHash }
}
