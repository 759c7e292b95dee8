import 'server-only'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '#lib/adapters/derive-key'
import { linkSeconds, type Served } from '#lib/adapters/storage/storage'

const prefix = '/api/files/'
const purpose = 'cairn file link'

/** What a link lets its holder read, and until when. */
export type FileClaims = { key: string; served: Served; expires: Date }

export type FileLinkVerdict = { is: 'valid'; claims: FileClaims } | { is: 'expired' } | { is: 'forged' }

/**
 * The path of a link: `/api/files/{signature}/{claims}/{name}`. The signature covers everything after it exactly as it is
 * written, so a link has one spelling. The name comes last because that is what `curl -O` saves a file as.
 */
export function fileLink(args: { secretKey: string; key: string; served: Served; now: Date }): string {
  const { secretKey, key, served, now } = args
  const expires = Math.floor(now.getTime() / 1_000) + linkSeconds
  const claims: WireClaims = [key, expires, served.type, served.disposition]
  const encoded = Buffer.from(JSON.stringify(claims)).toString('base64url')
  const signed = `${encoded}/${encodeURIComponent(served.name)}`
  return `${prefix}${signatureOf(secretKey, signed)}/${signed}`
}

/** Compares in constant time; only an authentic link is ever called expired. @param path as it came, not decoded */
export function readFileLink(args: { secretKey: string; path: string; now: Date }): FileLinkVerdict {
  const { secretKey, path, now } = args
  const [, given, signed] = /^\/api\/files\/([\w-]{43})\/([\w-]+\/[^/]+)$/.exec(path) ?? []
  if (given === undefined || signed === undefined) return { is: 'forged' }
  // As text: the last character of base64 has bits that decoding drops.
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

/** For reading only: were there ever links to write, one could not be used as the other. */
function signatureOf(secretKey: string, signed: string): string {
  return createHmac('sha256', deriveKey({ secretKey, purpose })).update(`GET\n${signed}`).digest('base64url')
}
