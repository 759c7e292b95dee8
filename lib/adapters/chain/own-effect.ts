import 'server-only'
import { toFunctionSelector } from 'viem'

/** Transfers by authorization, with the signature as bytes or as `v`, `r` and `s`. */
const transferSelectors = [
  'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)',
  'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
].map((text) => toFunctionSelector(text))

/** The contracts to which this service sends transactions. Addresses in any case. */
export type OwnPlaces = { usdc: string; escrows: readonly string[]; batcher: string; eas: string }

/**
 * True if a transaction of one of our keys is of a kind that the service itself sends: it settles, posts, ends or pays back a
 * bounty, or attests. Transactions that people send by hand with such a key (an approval, native coin, a schema) are not.
 */
export function isOwnEffect(sent: { to: string | null; data: string }, places: OwnPlaces): boolean {
  const to = sent.to?.toLowerCase()
  if (to === places.usdc.toLowerCase())
    return transferSelectors.some((selector) => sent.data.startsWith(selector))
  return [...places.escrows, places.batcher, places.eas].some((place) => place.toLowerCase() === to)
}
