import 'server-only'
import { createHash } from 'node:crypto'
import type { ExactPayment } from '#lib/schemas/x402'

/** SHA-256 over method, path with query, and the body's own SHA-256: what a payment buys. */
export function hashRequest(request: { method: string; target: string; body: Uint8Array }): Buffer {
  const body = createHash('sha256').update(request.body).digest()
  // JSON keeps the parts apart: no method and target can be re-cut into another pair.
  return createHash('sha256')
    .update(JSON.stringify([request.method, request.target]))
    .update(body)
    .digest()
}

/**
 * SHA-256 over every member of a payment that counts, in one form. The challenge is in it, and the challenge never
 * reaches the chain: who copies an authorization from there cannot make this hash.
 */
export function hashPayment(payment: ExactPayment): Buffer {
  const { accepted, payload } = payment
  const { from, to, value, validAfter, validBefore, nonce } = payload.authorization
  const members = [
    accepted.network,
    accepted.asset.toLowerCase(),
    accepted.payTo.toLowerCase(),
    accepted.amount,
    accepted.extra.challenge ?? null,
    from.toLowerCase(),
    to.toLowerCase(),
    BigInt(value).toString(),
    BigInt(validAfter).toString(),
    BigInt(validBefore).toString(),
    nonce.toLowerCase(),
    payload.signature.toLowerCase(),
  ]
  return createHash('sha256').update(JSON.stringify(members)).digest()
}
