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
// Version 2 has all functions and events of version 1, so its ABI is used for both.
import { bountyEscrowV2Abi as abi } from '#contracts/bounty-escrow-v2'
import type { Chain } from '#lib/adapters/chain/client'
import { type Blocks, searchBack } from '#lib/adapters/chain/log-search'
import { findReceipt } from '#lib/adapters/chain/outbox-receipts'
import type { NetworkConfig } from '#lib/adapters/env'

/** The states of a bounty in the contract, in the order of its enum. `accepted` exists in version 2 only: committed, not paid yet. */
const states = ['none', 'open', 'released', 'cancelled', 'refunded', 'accepted'] as const
type EscrowState = (typeof states)[number]

/** A bounty as stored in the contract. `deadline` in epoch seconds. */
export type EscrowBounty = {
  id: bigint
  state: EscrowState
  amountAtomic: bigint
  deadline: bigint
}

/** Identifies a bounty: references are unique per poster. */
export type PostedRef = { escrow: Address; poster: Address; ref: Hex }

/** When an accepted bounty of version 2 can be paid. */
export type Acceptance = {
  contributor: Address
  /** The reference that `encodeRelease` passed. */
  submission: Hex
  /** Epoch seconds of the day that is assigned to it; 0 or past: it can be paid now. */
  payableFrom: bigint
  /** True if the daily limit was raised, so that it can be paid today. */
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

/** The event by which a bounty left the contract. */
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

/** @param submission the service's reference of the paid submission, written to the log */
export function encodeRelease(args: { id: bigint; contributor: Address; submission: Hex }): Hex {
  return encodeFunctionData({
    abi,
    functionName: 'release',
    args: [args.id, args.contributor, args.submission],
  })
}

/** Pays a bounty that version 2 has accepted. Anyone may send it. */
export function encodePay(id: bigint): Hex {
  return encodeFunctionData({ abi, functionName: 'pay', args: [id] })
}

export function encodeCancel(id: bigint): Hex {
  return encodeFunctionData({ abi, functionName: 'cancel', args: [id] })
}

export function encodeRefund(id: bigint): Hex {
  return encodeFunctionData({ abi, functionName: 'refund', args: [id] })
}

/** The number of the bounty with a reference at a block; `undefined` if it does not exist. */
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

/** A bounty at a block; at the newest block if `undefined`. */
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
    deadline: BigInt(found.deadline),
  }
}

/** All escrow contracts of a network. The first is the one for new bounties. */
export function escrowsOf(network: Pick<NetworkConfig, 'escrow' | 'previousEscrow'>): Address[] {
  return network.previousEscrow ? [network.escrow, network.previousEscrow] : [network.escrow]
}

/** When an `accepted` bounty can be paid, at the newest block. */
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

/** The amount that an escrow may release today (UTC) and the used part, in atomic units; `undefined` for version 1, which has no limit. */
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

/** True if the chain answered that a contract lacks the function. */
export function isNotInContract(error: unknown): boolean {
  const found = (cause: unknown) =>
    cause instanceof ContractFunctionZeroDataError ||
    cause instanceof ContractFunctionRevertedError ||
    cause instanceof AbiDecodingDataSizeTooSmallError
  return error instanceof BaseError && error.walk(found) !== null
}

const graces = new WeakMap<Chain, Map<Address, Promise<number>>>()

/** Seconds after the deadline in which a release is still accepted; after them anyone may refund. Constant per contract. */
export function readGrace(chain: Chain, escrow: Address): Promise<number> {
  const known = graces.get(chain) ?? new Map<Address, Promise<number>>()
  graces.set(chain, known)
  const grace =
    known.get(escrow) ?? chain.client.readContract({ address: escrow, abi, functionName: 'GRACE' })
  known.set(escrow, grace)
  grace.catch(() => known.delete(escrow))
  return grace
}

/** The post of a reference in a given transaction; `undefined` if the transaction is missing from the chain or lacks that post. */
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

/** Searches the log for the post of a reference in any transaction, newest blocks first. */
export async function findPost(args: {
  chain: Chain
  posted: PostedRef
  within: Blocks
}): Promise<FoundPost | undefined> {
  const { chain, posted, within } = args
  const { escrow: address, poster, ref } = posted
  const log = await searchBack(within, (fromBlock, toBlock) =>
    chain.client.getContractEvents({
      address,
      abi,
      eventName: 'BountyPosted',
      args: { poster, ref },
      strict: true,
      fromBlock,
      toBlock,
    }),
  )
  return log && describePost(log)
}

/** Searches the log for the transaction by which a bounty left the contract, from any sender, newest blocks first. */
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
      address,
      abi,
      eventName: exitEvents[exit],
      args: { id },
      strict: true,
      fromBlock,
      toBlock,
    }),
  )
  return log?.transactionHash
}

/** The recipient of the release of a bounty in a transaction, and the submission reference that `encodeRelease` passed. */
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
