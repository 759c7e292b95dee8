import type { Address, Hex } from 'viem'

/** An effect that we want on a chain. */
export type ChainTxIntent = {
  chainId: number
  sender: Address
  /** Its purpose in a word or two, for people and reports: `attest`, `settle`. */
  kind: string
  /** Identifies the effect on this chain: a second request with the same key changes nothing. */
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
