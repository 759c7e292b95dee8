import 'server-only'
import type { Address, LocalAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createKmsSigner } from '#lib/adapters/chain/kms-signer'
import type { KeyRef } from '#lib/adapters/key-ref'

/** The operations that the service needs of a key, in memory or in a key service. */
export type Signer = Pick<LocalAccount, 'address' | 'signTransaction' | 'signTypedData'> & {
  address: Address
}

/** A signer over a private key in memory, or over a key in a key service. */
export function createSigner(key: KeyRef): Signer {
  return typeof key === 'string' ? privateKeyToAccount(key) : createKmsSigner(key)
}
