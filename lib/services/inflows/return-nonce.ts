import { type Hex, keccak256, toBytes } from 'viem'

/** Identifies a transfer into the treasury or to PAY_TO on its chain and in the books. */
export type InflowKey = {
  /** CAIP-2. */
  network: string
  transaction: Hex
  logIndex: number
}

/**
 * The EIP-3009 nonce under which an inflow goes back. It is derived only from the inflow, so the token
 * accepts a single return of it, also after the database was lost.
 */
export function returnNonce({ network, transaction, logIndex }: InflowKey): Hex {
  return keccak256(toBytes(`cairn inflow return|${network}|${transaction}|${logIndex}`.toLowerCase()))
}
