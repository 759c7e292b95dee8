import 'server-only'
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  type Log,
  numberToHex,
  pad,
  parseAbi,
  type TransactionReceipt,
} from 'viem'
import type { Chain } from '#lib/adapters/chain/client'
import { searchBack } from '#lib/adapters/chain/log-search'
import { findReceipt } from '#lib/adapters/chain/outbox-receipts'
import { authorizationUsedTopic, transferTopic } from '#lib/adapters/chain/usdc'

// Finds out from the chain whether an EIP-3009 authorization was used, and whether that paid us.

/** The EIP-3009 authorization to look for on a chain: its payer, nonce, recipient and amount. */
export type ExpectedTransfer = { asset: Address; from: Address; nonce: Hex; payTo: Address; value: bigint }

/** A transfer found on the chain. Its block may not be final yet, so a reorganisation can still remove it. */
export type FoundTransfer = { transaction: Hex; blockNumber: bigint }

const stateAbi = parseAbi([
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
])

/**
 * True if a successful transaction, of any sender, used the authorization and so paid us. Only logs of the
 * token count (Arc's native coin writes a second Transfer from another address), and the Transfer must be the
 * token's next log after AuthorizationUsed: other payments of the same amount may share the transaction.
 */
export function paysIn(
  receipt: Pick<TransactionReceipt, 'status' | 'logs'>,
  expected: ExpectedTransfer,
): boolean {
  if (receipt.status !== 'success') return false
  const logs = receipt.logs.filter((log) => same(log.address, expected.asset))
  const used = logs.findIndex((log) => isUse(log, expected))
  const paid = used < 0 ? undefined : logs[used + 1]
  return (
    paid !== undefined &&
    paid.topics[0] === transferTopic &&
    same(paid.topics[1], pad(expected.from)) &&
    same(paid.topics[2], pad(expected.payTo)) &&
    BigInt(paid.data) === expected.value
  )
}

/** True if a transaction used an authorization, with any recipient. */
export function isUsedIn(
  receipt: Pick<TransactionReceipt, 'logs'>,
  expected: Pick<ExpectedTransfer, 'asset' | 'from' | 'nonce'>,
): boolean {
  return receipt.logs.some((log) => same(log.address, expected.asset) && isUse(log, expected))
}

/** True if the nonce was used or cancelled, as of a block (`latest` by default). */
export async function isNonceSpent(args: {
  chain: Chain
  expected: Pick<ExpectedTransfer, 'asset' | 'from' | 'nonce'>
  blockNumber?: bigint
}): Promise<boolean> {
  const { chain, expected, blockNumber } = args
  const { data } = await chain.client.call({
    to: expected.asset,
    data: encodeFunctionData({
      abi: stateAbi,
      functionName: 'authorizationState',
      args: [expected.from, expected.nonce],
    }),
    blockNumber,
  })
  return decodeFunctionResult({ abi: stateAbi, functionName: 'authorizationState', data: data ?? '0x' })
}

/**
 * `isNonceSpent` at the newest block of the node, which must be `since` or later.
 *
 * @throws when the node is behind `since`, because its answer would be out of date
 */
export async function isNonceSpentSince(args: {
  chain: Chain
  expected: Pick<ExpectedTransfer, 'asset' | 'from' | 'nonce'>
  since: bigint
}): Promise<boolean> {
  const { since, ...asked } = args
  const blockNumber = await asked.chain.client.getBlockNumber()
  if (blockNumber < since)
    throw new Error(`the node is behind: block ${since} is needed, its newest is ${blockNumber}`)
  return isNonceSpent({ ...asked, blockNumber })
}

/** A search goes back at least this far from the newest block, also for a process whose clock is ahead of the chain's. */
const leastSearchedMs = 10 * 60 * 1_000

/**
 * Searches the chain for the transfer of a spent nonce, from the newest block back to the time `notBefore`, and
 * ten minutes at least, or to the block `from`. A spent nonce alone is no proof of payment: it may have been cancelled, or may have paid
 * another recipient.
 *
 * @param args.maxSearches the most `eth_getLogs` requests to make, unlimited by default
 * @throws when the outcome is unknown: more requests would be needed, or the nonce was used after the node's
 * newest block
 */
export async function findTransfer(args: {
  chain: Chain
  expected: ExpectedTransfer
  notBefore: Date
  from?: number
  maxSearches?: number
}): Promise<FoundTransfer | undefined> {
  const { chain, expected, notBefore } = args
  const { from = 0, maxSearches = Number.POSITIVE_INFINITY } = args
  let searches = 0
  const read = async (fromBlock: bigint, toBlock: bigint): Promise<FoundTransfer[]> => {
    searches += 1
    if (searches > maxSearches)
      throw new Error(`log search limit reached: the transfer is not in block ${toBlock + 1n} or later`)
    const logs = await chain.client.request({
      method: 'eth_getLogs',
      params: [
        {
          address: expected.asset,
          topics: [authorizationUsedTopic, pad(expected.from), expected.nonce],
          fromBlock: numberToHex(fromBlock),
          toBlock: numberToHex(toBlock),
        },
      ],
    })
    for (const hash of logs.map((log) => log.transactionHash)) {
      const receipt = hash ? await findReceipt(chain, [hash]) : undefined
      if (receipt && paysIn(receipt, expected))
        return [{ transaction: receipt.transactionHash, blockNumber: receipt.blockNumber }]
    }
    return []
  }
  const { number: head, timestamp: headAt } = await chain.client.getBlock({ blockTag: 'latest' })
  const oldestMs = Math.min(notBefore.getTime(), Number(headAt) * 1_000 - leastSearchedMs)
  const isYoung = async (blockNumber: bigint) => {
    const { timestamp } = await chain.client.getBlock({ blockNumber })
    return Number(timestamp) * 1_000 >= oldestMs
  }
  const found = await searchBack({ from, to: Number(head) }, read, isYoung)
  if (!found && !(await isNonceSpent({ chain, expected, blockNumber: head })))
    throw new Error(`the nonce was used after block ${head}, the last one that was searched`)
  return found
}

function isUse(log: Log, expected: Pick<ExpectedTransfer, 'from' | 'nonce'>): boolean {
  return (
    log.topics[0] === authorizationUsedTopic &&
    same(log.topics[1], pad(expected.from)) &&
    same(log.topics[2], expected.nonce)
  )
}

function same(a: string | undefined, b: string): boolean {
  return a?.toLowerCase() === b.toLowerCase()
}
