import 'server-only'
import { type Hex, hashTypedData } from 'viem'
import type { Chain } from '#lib/adapters/chain/client'
import { typedTransfer } from '#lib/adapters/chain/eip3009'
import { verifyDigest } from '#lib/adapters/chain/verify-signature'
import type { NetworkConfig } from '#lib/adapters/env'
import type { ExactPayment } from '#lib/schemas/x402'

/**
 * True if the authorization was signed by its `from` wallet, which may be a contract (ERC-1271). Checks the
 * signature only, not the validity times or the balance.
 *
 * @throws when the chain must be read and does not respond
 */
export function isSigned(args: {
  chain: Chain
  usdc: NetworkConfig['usdc']
  payload: ExactPayment['payload']
}): Promise<boolean> {
  const { chain, usdc, payload } = args
  const { from, to, value, validAfter, validBefore, nonce } = payload.authorization
  const message = {
    from: from as Hex,
    to: to as Hex,
    value: BigInt(value),
    validAfter: BigInt(validAfter),
    validBefore: BigInt(validBefore),
    nonce: nonce as Hex,
  }
  const hash = hashTypedData(typedTransfer({ chainId: chain.chainId, usdc, message }))
  return verifyDigest(chain, { address: from as Hex, hash, signature: payload.signature as Hex })
}
