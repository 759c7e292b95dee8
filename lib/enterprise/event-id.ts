import 'server-only'
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey } from '#lib/adapters/derive-key'
import type { Env } from '#lib/adapters/env'

/**
 * An event id: a position in the feed, encrypted. One block of AES-256, because a plain number would show how much is published everywhere:
 * the position (6 bytes), six bytes that are zero in an event and random in a heartbeat, so that heartbeats cannot be compared, and four
 * zero bytes, by which our ids are recognized.
 */
export function writeEventId(
  env: Pick<Env, 'secretKey'>,
  position: number,
  kind: 'event' | 'heartbeat',
): string {
  const block = Buffer.alloc(16)
  block.writeUIntBE(position, 0, 6)
  if (kind === 'heartbeat') randomBytes(6).copy(block, 6)
  const cipher = createCipheriv('aes-256-ecb', keyOf(env), null).setAutoPadding(false)
  return Buffer.concat([cipher.update(block), cipher.final()]).toString('base64url')
}

/** @returns `undefined` if this service did not write the id */
export function readEventId(env: Pick<Env, 'secretKey'>, id: string): number | undefined {
  if (!/^[\w-]{22}$/.test(id)) return undefined
  const decipher = createDecipheriv('aes-256-ecb', keyOf(env), null).setAutoPadding(false)
  const block = Buffer.concat([decipher.update(Buffer.from(id, 'base64url')), decipher.final()])
  return block.readUInt32BE(12) === 0 ? block.readUIntBE(0, 6) : undefined
}

function keyOf({ secretKey }: Pick<Env, 'secretKey'>): Buffer {
  return deriveKey({ secretKey, purpose: 'enterprise event ids' })
}
