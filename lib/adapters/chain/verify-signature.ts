import 'server-only'
import { type Address, type CallParameters, type Hex, hashMessage } from 'viem'
import { verifyHash } from 'viem/actions'
import type { Chain } from '#lib/adapters/chain/client'

/** Enough to deploy a wallet and check a passkey in the same call, and no more of a node's time. */
const maxGas = 10_000_000n

/** How nodes say that the wallet's own code failed, those that do not call it a revert included. */
const codeFailed = /revert|out of gas|outofgas|opcode|stack (under|over)flow|jump|vm execution/i

/**
 * Whether an account signed a message (EIP-191): with its key, which needs no chain, or by what its contract says
 * (ERC-1271), one that is still to be deployed included (ERC-6492).
 *
 * @throws when the chain was needed and did not answer: nothing is known then
 */
export function verifySignature(
  chain: Pick<Chain, 'client'>,
  { message, ...signed }: { address: Address; message: string; signature: Hex },
): Promise<boolean> {
  return verifyDigest(chain, { ...signed, hash: hashMessage(message) })
}

/** The same for what was hashed already, such as typed data (EIP-712). @throws as `verifySignature` does */
export async function verifyDigest(
  chain: Pick<Chain, 'client'>,
  signed: { address: Address; hash: Hex; signature: Hex },
): Promise<boolean> {
  let unanswered: unknown
  // The library says no for every failed call, even when the node was away.
  const watched = chain.client.extend((client) => ({
    call: async (call: CallParameters) => {
      try {
        return await client.call({ ...call, gas: maxGas })
      } catch (error) {
        if (!isCodeFailure(error)) unanswered = error
        throw error
      }
    },
  }))
  const holds = await verifyHash(watched, { ...signed, mode: 'eoa' })
  if (!holds && unanswered !== undefined) throw unanswered
  return holds
}

/**
 * The node ran the wallet's code, and the code failed. Told by names, not classes: pages and routes are bundled apart, each
 * with a copy of the library, and the client may have been opened by the other.
 */
export function isCodeFailure(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'ExecutionRevertedError') return true
    if (cause.name === 'RpcRequestError' && 'details' in cause && codeFailed.test(String(cause.details)))
      return true
  }
  return false
}
