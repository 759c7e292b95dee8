import 'server-only'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '#lib/adapters/derive-key'

const randomLength = 16
const expiryLength = 6
const macLength = 32
const ttlSeconds = 600
const purpose = 'cairn payment challenge'

/**
 * A challenge ties a payment to one request: base64url of random bytes, expiry and an HMAC over both and the request's
 * hash. x402 clients send it back inside `accepted`, and it never reaches the chain, so an authorization that was seen
 * there, or was signed for another request, does not come with a valid one.
 */
export function createChallenge(input: { secretKey: string; requestHash: Uint8Array; now: Date }): string {
  const head = Buffer.alloc(randomLength + expiryLength)
  randomBytes(randomLength).copy(head)
  head.writeUIntBE(Math.floor(input.now.getTime() / 1_000) + ttlSeconds, randomLength, expiryLength)
  return Buffer.concat([head, authenticate(input.secretKey, head, input.requestHash)]).toString('base64url')
}

export type ChallengeVerdict = 'valid' | 'challenge_missing' | 'challenge_mismatch' | 'challenge_expired'

/** Compares in constant time; only an authentic challenge is ever called expired. */
export function checkChallenge(input: {
  secretKey: string
  requestHash: Uint8Array
  now: Date
  challenge: unknown
}): ChallengeVerdict {
  if (typeof input.challenge !== 'string' || input.challenge === '') return 'challenge_missing'
  const bytes = Buffer.from(input.challenge, 'base64url')
  if (bytes.length !== randomLength + expiryLength + macLength) return 'challenge_mismatch'
  const head = bytes.subarray(0, randomLength + expiryLength)
  const mac = authenticate(input.secretKey, head, input.requestHash)
  if (!timingSafeEqual(mac, bytes.subarray(head.length))) return 'challenge_mismatch'
  const expiry = head.readUIntBE(randomLength, expiryLength)
  return expiry * 1_000 < input.now.getTime() ? 'challenge_expired' : 'valid'
}

function authenticate(secretKey: string, head: Uint8Array, requestHash: Uint8Array): Buffer {
  return createHmac('sha256', deriveKey({ secretKey, purpose })).update(head).update(requestHash).digest()
}
