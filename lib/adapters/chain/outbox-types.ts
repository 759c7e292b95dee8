import type { Address, Hex } from 'viem'

/** What we want done on a chain, whatever it takes. */
export type ChainTxIntent = {
  chainId: number
  sender: Address
  /** What it is for, in a word or two: `attest`, `settle`. For people and reports. */
  kind: string
  /** One effect, one key (per chain): asking twice is asking once. */
  idemKey: string
  to: Address
  data: Hex
  /** Wei of the native coin; 0 when absent. */
  value?: bigint
  /** Gas units; estimated when absent. */
  gasLimit?: bigint
}

/** A transaction with its nonce, stored and ready to be broadcast. */
export type SignedTx = { txId: number; hash: Hex; raw: Hex; nonce: number }
