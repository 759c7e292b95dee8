import { type Hex, keccak256, toBytes } from 'viem'

/** A transfer into the treasury or to PAY_TO, as chain and books name it. */
export type InflowKey = {
  /** CAIP-2. */
  network: string
  transaction: Hex
  logIndex: number
}

/**
 * The EIP-3009 nonce under which an inflow goes back: it follows from the inflow alone, so the token takes one return of it
 * for ever, whoever asks for it and whatever became of the database.
 */
export function returnNonce({ network, transaction, logIndex }: InflowKey): Hex {
  return keccak256(toBytes(`cairn inflow return|${network}|${transaction}|${logIndex}`.toLowerCase()))
}
