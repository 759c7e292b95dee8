import 'server-only'
import { createHash } from 'node:crypto'
import { canonicalJson } from '#lib/domain/proof/canonical-json'
import type { ExactPayment } from '#lib/schemas/x402'

/**
 * SHA-256 over method, path with query, and the SHA-256 of the body: what a payment buys. A JSON body counts by its value,
 * so the same request may be repeated with other white space or another order of members.
 */
export function hashRequest(request: { method: string; target: string; body: Uint8Array }): Buffer {
  const body = createHash('sha256').update(canonicalBody(request.body)).digest()
  // JSON separates the parts: another split of method and target gives another text.
  return createHash('sha256')
    .update(JSON.stringify([request.method, request.target]))
    .update(body)
    .digest()
}

/** Canonical JSON parses as JSON and other bodies do not, so the two kinds cannot be mistaken for each other. */
function canonicalBody(body: Uint8Array): string | Uint8Array {
  if (body.byteLength === 0) return body
  try {
    return canonicalJson(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)))
  } catch {
    return body
  }
}

/**
 * SHA-256 over all members of a payment that matter, in canonical form. The challenge is among them and never reaches the chain,
 * so an authorization that was copied from the chain has another hash.
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
