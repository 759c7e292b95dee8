import 'server-only'
import { createHash } from 'node:crypto'

/**
 * Returns the SHA-256 of a token, which is stored in its place. Secure for tokens with at least 128 random
 * bits.
 */
export function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}
