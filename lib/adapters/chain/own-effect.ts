import 'server-only'
import { toFunctionSelector } from 'viem'

/** Transfers by authorization, as the token takes them: with its signature whole, or in parts. */
const transferSelectors = [
  'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)',
  'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
].map((text) => toFunctionSelector(text))

/** Where this service sends what counts. Any case. */
export type OwnPlaces = { usdc: string; escrows: readonly string[]; batcher: string; eas: string }

/**
 * Whether a transaction of one of our keys does what this service does with it: it settles, posts, ends or pays back, or it
 * attests. What people send by hand with such a key (an approval, native coin, a schema) is not.
 */
export function isOwnEffect(sent: { to: string | null; data: string }, places: OwnPlaces): boolean {
  const to = sent.to?.toLowerCase()
  if (to === places.usdc.toLowerCase())
    return transferSelectors.some((selector) => sent.data.startsWith(selector))
  return [...places.escrows, places.batcher, places.eas].some((place) => place.toLowerCase() === to)
}
