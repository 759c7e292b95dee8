import 'server-only'
import { type Address, decodeFunctionData, type Hex, isAddressEqual, multicall3Abi, parseAbi } from 'viem'
import { bountyEscrowV2Abi } from '#contracts/bounty-escrow-v2'
import { easAbi, registryAbi } from '#lib/adapters/chain/eas'
import { transferAbi } from '#lib/adapters/chain/eip3009'

/** A call as text for people. */
export type DescribedCall = {
  contract: string
  address: Address
  call: string
  arguments: { name: string; value: string }[]
}

/** The contracts that we call, by address. */
export type KnownContracts = readonly { name: string; address: Address }[]

const approveAbi = parseAbi(['function approve(address spender, uint256 amount)'])
const abi = [...bountyEscrowV2Abi, ...easAbi, ...registryAbi, ...transferAbi, ...approveAbi, ...multicall3Abi]
/** Signatures: anyone who has them can send the transfer. */
const unsaid = /(^|\.)(signature|v|r|s)$/
const longestValue = 66

/**
 * Describes what a transaction calls; of a batch, each call. Signatures of others are left out.
 *
 * @param limit of calls described; `total` counts all
 * @param isStored false if the data was deleted because it is old
 */
export function describeCall(args: {
  to: Address
  data: Hex
  isStored: boolean
  contracts: KnownContracts
  limit: number
}): {
  calls: DescribedCall[]
  total: number
} {
  const { to, data, isStored, contracts, limit } = args
  if (!isStored)
    return { calls: [{ ...of(to, contracts), call: 'no longer stored', arguments: [] }], total: 1 }
  if (data === '0x') return { calls: [{ ...of(to, contracts), call: 'nothing', arguments: [] }], total: 1 }
  const decoded = decode(data)
  if (decoded?.functionName !== 'aggregate3')
    return { calls: [{ ...of(to, contracts), ...inWords(decoded) }], total: 1 }
  const inner = decoded.args[0] as readonly { target: Address; callData: Hex }[]
  const calls = inner
    .slice(0, limit)
    .map(({ target, callData }) => ({ ...of(target, contracts), ...inWords(decode(callData)) }))
  return { calls, total: inner.length }
}

type Decoded = { functionName: string; args: readonly unknown[] }

function decode(data: Hex): Decoded | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi, data })
    return { functionName, args: args ?? [] }
  } catch {
    return undefined
  }
}

function inWords(decoded: Decoded | undefined): Pick<DescribedCall, 'call' | 'arguments'> {
  if (!decoded) return { call: 'unknown', arguments: [] }
  const item = abi.find(
    (one) =>
      one.type === 'function' &&
      one.name === decoded.functionName &&
      one.inputs.length === decoded.args.length,
  )
  const inputs: readonly { name?: string }[] = item && 'inputs' in item ? item.inputs : []
  return {
    call: decoded.functionName,
    arguments: decoded.args
      .flatMap((value, index) => flatten(inputs[index]?.name || `argument ${index + 1}`, value))
      .filter(({ name }) => !unsaid.test(name)),
  }
}

function flatten(name: string, value: unknown): { name: string; value: string }[] {
  if (typeof value !== 'object' || value === null) return [{ name, value: shorten(String(value)) }]
  return Object.entries(value).flatMap(([key, inner]) => flatten(`${name}.${key}`, inner))
}

function shorten(text: string): string {
  if (text.length <= longestValue) return text
  return `${text.slice(0, 18)}… (${Math.floor((text.length - 2) / 2)} bytes)`
}

function of(address: Address, contracts: KnownContracts): Pick<DescribedCall, 'contract' | 'address'> {
  const known = contracts.find((one) => isAddressEqual(one.address, address))
  return { contract: known?.name ?? 'another contract', address }
}
