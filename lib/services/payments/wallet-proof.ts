import 'server-only'
import { createHmac } from 'node:crypto'
import { getAddress, type Hex } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { verifySignature } from '#lib/adapters/chain/verify-signature'
import type { Context } from '#lib/adapters/context'
import { deriveKey } from '#lib/adapters/derive-key'
import { chainIdOf } from '#lib/domain/chain/caip2'
import { paymentKeyOf } from '#lib/schemas/payment-key'
import type { ExactPayment, ProofRequest, WalletProof } from '#lib/schemas/x402'
import { chainOf } from '#lib/services/payments/read-transfer'
import { notVerified } from '#lib/services/payments/vet-payment'

// Proves with a message (EIP-4361) that a caller has the wallet of a payment.

const proofSeconds = 300
const purpose = 'cairn wallet proof'

/** The claim to prove: the wallet of this payment makes this request, at `url`. */
type Proved = { payment: ExactPayment; requestHash: Uint8Array; url: string }

/** The message that the wallet of a payment has to sign (EIP-4361). It is valid for five minutes. */
export function requestProof(args: { ctx: Pick<Context, 'env' | 'clock'>; input: Proved }): ProofRequest {
  const { ctx, input } = args
  return describe(ctx, input, ctx.clock.now())
}

/**
 * True if the wallet of a payment signed the message of `requestProof` within the last five minutes. Supports contract wallets
 * (ERC-1271, ERC-6492). Nothing is stored: the message is written again from the payment, and its nonce is an HMAC.
 *
 * @throws CairnError `unavailable` when the chain has to be read and does not answer
 */
export async function checkWalletProof(args: {
  ctx: Pick<Context, 'env' | 'clock' | 'chains'>
  input: Proved & { proof: WalletProof }
}): Promise<boolean> {
  const { ctx, input } = args
  const { payment, proof } = input
  const issuedAt = new Date(proof.issuedAt)
  const ageMs = ctx.clock.now().getTime() - issuedAt.getTime()
  if (ageMs < 0 || ageMs > proofSeconds * 1_000) return false
  const { chainId, issuedAt: _, expirationTime, ...rest } = describe(ctx, input, issuedAt)
  const address = getAddress(payment.payload.authorization.from)
  const message = createSiweMessage({
    ...rest,
    address,
    chainId: chainIdOf(chainId),
    issuedAt,
    expirationTime: new Date(expirationTime),
  })
  const chain = chainOf(ctx, payment.accepted.network)
  try {
    return await verifySignature(chain, { address, message, signature: proof.signature as Hex })
  } catch (cause) {
    throw notVerified(cause)
  }
}

function describe(
  { env }: Pick<Context, 'env'>,
  { payment, requestHash, url }: Proved,
  at: Date,
): ProofRequest {
  const key = paymentKeyOf(payment)
  const issuedAt = at.toISOString()
  const nonce = createHmac('sha256', deriveKey({ secretKey: env.secretKey, purpose }))
    .update(JSON.stringify([...Object.values(key), Buffer.from(requestHash).toString('hex'), issuedAt]))
    .digest('hex')
    .slice(0, 32)
  return {
    domain: new URL(env.baseUrl).host,
    uri: url,
    statement: `I made the payment with the nonce ${key.nonce} and ask for the answer it bought. This moves no money.`,
    version: '1',
    chainId: key.network,
    nonce,
    issuedAt,
    expirationTime: new Date(at.getTime() + proofSeconds * 1_000).toISOString(),
  }
}
