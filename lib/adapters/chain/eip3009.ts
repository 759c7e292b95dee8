import { type Address, type Hex, parseAbi } from 'viem'
import type { NetworkConfig } from '#lib/adapters/env'

// Transfers by authorization (EIP-3009).

/** The transfer of EIP-3009 with the signature as bytes, the form that also accepts those of contract wallets. */
export const transferAbi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
])

/** The EIP-712 types that a payer signs. The domain is that of the token. */
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

/** The signed fields of a transfer. `value` in atomic units, times in epoch seconds. */
export type Transfer = {
  from: Address
  to: Address
  value: bigint
  validAfter: bigint
  validBefore: bigint
  nonce: Hex
}

/** The typed data of a transfer (EIP-712), valid for one token on one chain. */
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
