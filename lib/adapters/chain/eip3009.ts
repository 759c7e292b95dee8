import { type Address, type Hex, parseAbi } from 'viem'
import type { NetworkConfig } from '#lib/adapters/env'

/** The transfer of EIP-3009, with the signature as bytes: the form that takes those of contract wallets too. */
export const transferAbi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
])

/** What a payer signs for it (EIP-712); the domain is the token's own. */
export const authorizationTypes = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

/** A transfer as it is signed: `value` in the token's smallest unit, times in epoch seconds. */
export type Transfer = {
  from: Address
  to: Address
  value: bigint
  validAfter: bigint
  validBefore: bigint
  nonce: Hex
}

/** All that is signed for a transfer (EIP-712): it is good for one token on one chain. */
export function typedTransfer(args: { chainId: number; usdc: NetworkConfig['usdc']; message: Transfer }) {
  const { chainId, usdc, message } = args
  const { domainName: name, domainVersion: version, address: verifyingContract } = usdc
  return {
    domain: { name, version, chainId, verifyingContract },
    types: authorizationTypes,
    primaryType: 'TransferWithAuthorization',
    message,
  } as const
}
