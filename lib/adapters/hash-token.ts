import 'server-only'
import { createHash } from 'node:crypto'

/** What is kept of a token: its SHA-256. Enough for one that holds 128 random bits or more. */
export function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}
