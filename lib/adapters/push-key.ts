import 'server-only'
import { createECDH } from 'node:crypto'

/** The key pair that push services know this service by (VAPID, RFC 8292), each in base64url. */
export type PushKey = Readonly<{ privateKey: string; publicKey: string }>

const keyBytes = 32
/** Random keys have about thirty different bytes. */
const minDistinctBytes = 16

/**
 * Reads a private key of the curve P-256 and derives the public one.
 *
 * @param text 32 bytes in base64url
 * @returns `undefined` if it is not a valid key, or can be guessed
 */
export function readPushKey(text: string): PushKey | undefined {
  if (!/^[\w-]{43}$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== keyBytes || bytes.toString('base64url') !== text) return undefined
  if (new Set(bytes).size < minDistinctBytes) return undefined
  const steps = new Set(bytes.subarray(1).map((byte, at) => byte - bytes[at]!))
  if (steps.size === 1) return undefined
  const curve = createECDH('prime256v1')
  try {
    curve.setPrivateKey(bytes)
  } catch {
    // Zero, or not below the order of the curve.
    return undefined
  }
  return { privateKey: text, publicKey: curve.getPublicKey('base64url') }
}
