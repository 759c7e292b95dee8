import 'server-only'
import { type Address, encodeFunctionData, type Hex, maxUint256, parseAbi, toEventSelector } from 'viem'
import type { Chain } from '#lib/adapters/chain/client'
import { transferAbi, typedTransfer } from '#lib/adapters/chain/eip3009'
import type { Signer } from '#lib/adapters/chain/signer'
import type { NetworkConfig } from '#lib/adapters/env'

const abi = parseAbi([
  'function allowance(address owner, address spender) view returns (uint256)',
  'function approve(address spender, uint256 value) returns (bool)',
])

/** The first topic of the log entries that a transfer of a token writes; one by authorization (EIP-3009) writes both. */
export const transferTopic = toEventSelector('Transfer(address,address,uint256)')
export const authorizationUsedTopic = toEventSelector('AuthorizationUsed(address,bytes32)')

export type Usdc = NetworkConfig['usdc']

export function readAllowance(args: {
  chain: Chain
  usdc: Usdc
  owner: Address
  spender: Address
  /** The block at which it is read; the newest if absent. */
  blockNumber?: bigint
}): Promise<bigint> {
  const { chain, usdc, owner, spender, blockNumber } = args
  return chain.client.readContract({
    address: usdc.address,
    abi,
    functionName: 'allowance',
    args: [owner, spender],
    blockNumber,
  })
}

/** Sets the allowance of the spender, replacing the one before. */
export function encodeApprove(spender: Address, amountAtomic: bigint): Hex {
  return encodeFunctionData({ abi, functionName: 'approve', args: [spender, amountAtomic] })
}

/**
 * Signs and encodes a transfer by authorization from the signer (EIP-3009). The token accepts each nonce once, from any sender.
 * The authorization never expires.
 */
export async function encodeTransferOnce(args: {
  chain: Pick<Chain, 'chainId'>
  usdc: Usdc
  signer: Signer
  to: Address
  amountAtomic: bigint
  nonce: Hex
}): Promise<Hex> {
  const { chain, usdc, signer, to, amountAtomic, nonce } = args
  const message = {
    from: signer.address,
    to,
    value: amountAtomic,
    validAfter: 0n,
    validBefore: maxUint256,
    nonce,
  }
  const signature = await signer.signTypedData(typedTransfer({ chainId: chain.chainId, usdc, message }))
  return encodeFunctionData({
    abi: transferAbi,
    functionName: 'transferWithAuthorization',
    args: [message.from, to, amountAtomic, 0n, maxUint256, nonce, signature],
  })
}
