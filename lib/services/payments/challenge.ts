import 'server-only'
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '#lib/adapters/derive-key'

// The challenge of a price quote, which ties a payment to one request at one price.

const randomLength = 16
const expiryLength = 6
const deploymentLength = 4
const headLength = randomLength + expiryLength + deploymentLength
const macLength = 32
/** How long a quote is valid. */
export const quoteSeconds = 600
const purpose = 'cairn payment challenge'

/** A quote: the hash of a request and its price in atomic units. */
export type Quoted = { requestHash: Uint8Array; priceAtomic: bigint }

/** @property baseUrl identifies the deployment, because each deployment has an address of its own */
type Issuer = { secretKey: string; baseUrl: string; now: Date }

/**
 * A challenge ties a payment to one request at one price: base64url of random bytes, expiry, the id of the deployment, and an
 * HMAC over these, the request's hash and the price. x402 clients send it back inside `accepted`, and it never reaches the
 * chain, so an authorization that was seen there, or was signed for another request, does not come with a valid one.
 */
export function createChallenge(input: Quoted & Issuer): string {
  const head = Buffer.alloc(headLength)
  randomBytes(randomLength).copy(head)
  head.writeUIntBE(Math.floor(input.now.getTime() / 1_000) + quoteSeconds, randomLength, expiryLength)
  deploymentId(input.baseUrl).copy(head, randomLength + expiryLength)
  return Buffer.concat([head, authenticate(input.secretKey, head, input)]).toString('base64url')
}

export type ChallengeVerdict =
  | 'valid'
  | 'challenge_missing'
  | 'challenge_mismatch'
  | 'challenge_expired'
  | 'challenge_of_another_deployment'

/** Compares in constant time; only an authentic challenge is ever called expired. */
export function checkChallenge(input: Quoted & Issuer & { challenge: unknown }): ChallengeVerdict {
  if (typeof input.challenge !== 'string' || input.challenge === '') return 'challenge_missing'
  const bytes = Buffer.from(input.challenge, 'base64url')
  if (bytes.length !== headLength + macLength) return 'challenge_mismatch'
  const head = bytes.subarray(0, headLength)
  if (!head.subarray(randomLength + expiryLength).equals(deploymentId(input.baseUrl)))
    return 'challenge_of_another_deployment'
  const mac = authenticate(input.secretKey, head, input)
  if (!timingSafeEqual(mac, bytes.subarray(head.length))) return 'challenge_mismatch'
  const expiry = head.readUIntBE(randomLength, expiryLength)
  return expiry * 1_000 < input.now.getTime() ? 'challenge_expired' : 'valid'
}

/** When an authentic challenge was made. */
export function challengeTime(challenge: string): Date {
  const expiry = Buffer.from(challenge, 'base64url').readUIntBE(randomLength, expiryLength)
  return new Date((expiry - quoteSeconds) * 1_000)
}

/** Tells deployments apart, and is no secret. */
function deploymentId(baseUrl: string): Buffer {
  return createHash('sha256').update(baseUrl).digest().subarray(0, deploymentLength)
}

function authenticate(secretKey: string, head: Uint8Array, { requestHash, priceAtomic }: Quoted): Buffer {
  // The parts before the price have one length each, so no two quotes are the same bytes.
  return createHmac('sha256', deriveKey({ secretKey, purpose }))
    .update(head)
    .update(requestHash)
    .update(priceAtomic.toString())
    .digest()
}
