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
  toEventSelector,
} from 'viem'
import type { Chain } from '#lib/adapters/chain/client'
import { searchBack } from '#lib/adapters/chain/log-search'
import { findReceipt } from '#lib/adapters/chain/outbox-receipts'

/** An EIP-3009 authorization as we look for it on a chain: that payer and nonce, paying us that much. */
export type ExpectedTransfer = { asset: Address; from: Address; nonce: Hex; payTo: Address; value: bigint }

/** The transfer as the chain has it; a block that is not final may still be reorganised away. */
export type FoundTransfer = { transaction: Hex; blockNumber: bigint }

const authorizationUsed = toEventSelector('AuthorizationUsed(address,bytes32)')
const transfer = toEventSelector('Transfer(address,address,uint256)')
const stateAbi = parseAbi([
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
])

/**
 * Whether a successful transaction, whoever sent it, used the authorization and so paid us. Only logs of the token count
 * (Arc's native coin writes a second Transfer from another address), and the Transfer must be the token's next log
 * after AuthorizationUsed: other payments of the same amount may share the transaction.
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
    paid.topics[0] === transfer &&
    same(paid.topics[1], pad(expected.from)) &&
    same(paid.topics[2], pad(expected.payTo)) &&
    BigInt(paid.data) === expected.value
  )
}

/** Whether a transaction used an authorization, whomever it paid. */
export function isUsedIn(
  receipt: Pick<TransactionReceipt, 'logs'>,
  expected: Pick<ExpectedTransfer, 'asset' | 'from' | 'nonce'>,
): boolean {
  return receipt.logs.some((log) => same(log.address, expected.asset) && isUse(log, expected))
}

/** True when the nonce was used or cancelled, as of a block (`latest` unless told). */
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
 * The same as of the newest block, which must not be before `since`: a node that is behind says of what has happened since then
 * that it has not.
 *
 * @throws when the node is behind: nothing is known then
 */
export async function isNonceSpentSince(args: {
  chain: Chain
  expected: Pick<ExpectedTransfer, 'asset' | 'from' | 'nonce'>
  since: bigint
}): Promise<boolean> {
  const { since, ...asked } = args
  const blockNumber = await asked.chain.client.getBlockNumber()
  if (blockNumber < since)
    throw new Error(`a node that has block ${since} is needed, and this one has ${blockNumber}`)
  return isNonceSpent({ ...asked, blockNumber })
}

/**
 * Searches the chain for the transfer of a nonce that is spent, from the newest block back to `notBefore` and to the block `from`. A
 * spent nonce alone proves nothing: it may have been cancelled, or have paid someone else.
 *
 * @param args.maxSearches how many requests for logs it may take, as many as it needs unless told
 * @throws when it takes more, or when the nonce was used after the newest block of the node: nothing is known then
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
    if (searches > maxSearches) throw new Error(`the transfer is not in the blocks from ${toBlock + 1n} on`)
    const logs = await chain.client.request({
      method: 'eth_getLogs',
      params: [
        {
          address: expected.asset,
          topics: [authorizationUsed, pad(expected.from), expected.nonce],
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
  const isYoung = async (blockNumber: bigint) => {
    const { timestamp } = await chain.client.getBlock({ blockNumber })
    return Number(timestamp) * 1_000 >= notBefore.getTime()
  }
  const head = await chain.client.getBlockNumber()
  const found = await searchBack({ from, to: Number(head) }, read, isYoung)
  if (!found && !(await isNonceSpent({ chain, expected, blockNumber: head })))
    throw new Error(`the nonce was used after block ${head}, the last one that was searched`)
  return found
}

function isUse(log: Log, expected: Pick<ExpectedTransfer, 'from' | 'nonce'>): boolean {
  return (
    log.topics[0] === authorizationUsed &&
    same(log.topics[1], pad(expected.from)) &&
    same(log.topics[2], expected.nonce)
  )
}

function same(a: string | undefined, b: string): boolean {
  return a?.toLowerCase() === b.toLowerCase()
}
