import 'server-only'
import { createHash } from 'node:crypto'
import { canonicalJson } from '#lib/domain/canonical-json'
import type { ExactPayment } from '#lib/schemas/x402'

/**
 * SHA-256 over method, path with query, and the SHA-256 of the body: what a payment buys. A JSON body counts by its value,
 * so clients that write it anew with other white space or another order of members repeat the same request.
 */
export function hashRequest(request: { method: string; target: string; body: Uint8Array }): Buffer {
  const body = createHash('sha256').update(canonicalBody(request.body)).digest()
  // JSON keeps the parts apart: no method and target can be re-cut into another pair.
  return createHash('sha256')
    .update(JSON.stringify([request.method, request.target]))
    .update(body)
    .digest()
}

/** No canonical JSON is like the bytes of a body that is not JSON, so the two need no mark to tell them apart. */
function canonicalBody(body: Uint8Array): string | Uint8Array {
  if (body.byteLength === 0) return body
  try {
    return canonicalJson(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)))
  } catch {
    return body
  }
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
