import 'server-only'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '#lib/adapters/derive-key'
import { linkSeconds, type Served } from '#lib/adapters/storage/storage'

const prefix = '/api/files/'
const purpose = 'cairn file link'

/** The file that a link gives access to, and its expiry. */
export type FileClaims = { key: string; served: Served; expires: Date }

export type FileLinkVerdict = { is: 'valid'; claims: FileClaims } | { is: 'expired' } | { is: 'forged' }

/**
 * The path of a link: `/api/files/{signature}/{claims}/{name}`. The signature covers the encoded text that
 * follows it, so each link has exactly one valid form. The name is last because `curl -O` saves the file
 * under the last path segment.
 */
export function fileLink(args: { secretKey: string; key: string; served: Served; now: Date }): string {
  const { secretKey, key, served, now } = args
  const expires = Math.floor(now.getTime() / 1_000) + linkSeconds
  const claims: WireClaims = [key, expires, served.type, served.disposition]
  const encoded = Buffer.from(JSON.stringify(claims)).toString('base64url')
  const signed = `${encoded}/${encodeURIComponent(served.name)}`
  return `${prefix}${signatureOf(secretKey, signed)}/${signed}`
}

/**
 * Compares in constant time. Only authentic links are reported as expired.
 *
 * @param path the raw path, not decoded
 */
export function readFileLink(args: { secretKey: string; path: string; now: Date }): FileLinkVerdict {
  const { secretKey, path, now } = args
  const [, given, signed] = /^\/api\/files\/([\w-]{43})\/([\w-]+\/[^/]+)$/.exec(path) ?? []
  if (given === undefined || signed === undefined) return { is: 'forged' }
  // Compared as text: decoding base64 drops bits of the last character.
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(signatureOf(secretKey, signed))))
    return { is: 'forged' }
  const [encoded, name] = signed.split('/') as [string, string]
  const [key, seconds, type, disposition]: WireClaims = JSON.parse(
    Buffer.from(encoded, 'base64url').toString(),
  )
  const expires = new Date(seconds * 1_000)
  if (expires.getTime() < now.getTime()) return { is: 'expired' }
  return {
    is: 'valid',
    claims: { key, served: { type, name: decodeURIComponent(name), disposition }, expires },
  }
}

type WireClaims = [key: string, expires: number, type: string, disposition: Served['disposition']]

/** The method is part of the signed text, so a link for reading cannot be used as one for writing. */
function signatureOf(secretKey: string, signed: string): string {
  return createHmac('sha256', deriveKey({ secretKey, purpose })).update(`GET\n${signed}`).digest('base64url')
}
