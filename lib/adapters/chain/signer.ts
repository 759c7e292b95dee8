import 'server-only'
import type { Address, Hex, LocalAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/** What we ask of a key. A key service implements these three members; viem's `toAccount` wraps it. */
export type Signer = Pick<LocalAccount, 'address' | 'signTransaction' | 'signTypedData'> & {
  address: Address
}

/** A signer over a key held in memory. */
export function createSigner(privateKey: Hex): Signer {
  return privateKeyToAccount(privateKey)
}
