import 'server-only'
import { type Address, type CallParameters, type Hex, hashMessage } from 'viem'
import { verifyHash } from 'viem/actions'
import type { Chain } from '#lib/adapters/chain/client'

/** Enough to deploy a wallet and check a passkey in one call; limits the time it costs a node. */
const maxGas = 10_000_000n

/** The texts by which nodes report that the wallet's own code failed, including those that do not call it a revert. */
const codeFailed = /revert|out of gas|outofgas|opcode|stack (under|over)flow|jump|vm execution/i

/**
 * True if an account signed a message (EIP-191): with its key, which needs no chain; or as its contract says (ERC-1271), also if
 * that contract is not deployed yet (ERC-6492).
 *
 * @throws if the chain was needed and did not answer, so that the result is unknown
 */
export function verifySignature(
  chain: Pick<Chain, 'client'>,
  { message, ...signed }: { address: Address; message: string; signature: Hex },
): Promise<boolean> {
  return verifyDigest(chain, { ...signed, hash: hashMessage(message) })
}

/** Like `verifySignature`, for a digest such as that of typed data (EIP-712). @throws as `verifySignature` does */
export async function verifyDigest(
  chain: Pick<Chain, 'client'>,
  signed: { address: Address; hash: Hex; signature: Hex },
): Promise<boolean> {
  let unanswered: unknown
  // The library returns false for each failed call, even if the node was unreachable.
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
 * True if the node ran the wallet's code and the code failed. Compares names rather than classes: pages and routes are bundled
 * separately, each with its own copy of the library, and the client may come from the other bundle.
 */
export function isCodeFailure(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'ExecutionRevertedError') return true
    if (cause.name === 'RpcRequestError' && 'details' in cause && codeFailed.test(String(cause.details)))
      return true
  }
  return false
}
