import 'server-only'
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { deriveKey } from '#lib/adapters/derive-key'
import { canonicalJson } from '#lib/domain/proof/canonical-json'

const purpose = 'cairn offers and receipts'
/** The PKCS #8 prefix (RFC 8410) of a 32-byte Ed25519 key. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** An Ed25519 public key (RFC 8037). */
export type PublicJwk = { kty: 'OKP'; crv: 'Ed25519'; x: string }

/**
 * The key that signs offers and receipts: derived from the secret key, published in the DID document of the
 * origin.
 */
export type SigningKey = { did: string; kid: string; jwk: PublicJwk; key: KeyObject }

const opened = new Map<string, SigningKey>()

export function signingKeyOf(args: { secretKey: string; baseUrl: string }): SigningKey {
  const { secretKey, baseUrl } = args
  const name = `${baseUrl}\n${secretKey}`
  let known = opened.get(name)
  if (!known) {
    const seed = deriveKey({ secretKey, purpose })
    const key = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
    const { x } = createPublicKey(key).export({ format: 'jwk' })
    const did = didOf(baseUrl)
    const jwk: PublicJwk = { kty: 'OKP', crv: 'Ed25519', x: x! }
    known = { did, kid: kidOf(did, jwk.x), jwk, key }
    opened.set(name, known)
  }
  return known
}

/** `did:web` of an origin. The colon before a port is encoded as %3A. */
export function didOf(baseUrl: string): string {
  return `did:web:${encodeURIComponent(new URL(baseUrl).host)}`
}

/** A key's DID URL. The fragment is the key's thumbprint (RFC 7638), so that each key has a unique id. */
export function kidOf(did: string, x: string): string {
  const thumbprint = createHash('sha256')
    .update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`)
    .digest('base64url')
  return `${did}#${thumbprint}`
}

/** Signs a payload in canonical form as a compact JWS (RFC 7515). Equal payloads give equal text. */
export function signJws({ kid, key }: SigningKey, payload: Record<string, unknown>): string {
  const head = `${part({ alg: 'EdDSA', kid })}.${part(payload)}`
  return `${head}.${sign(null, Buffer.from(head), key).toString('base64url')}`
}

function part(value: unknown): string {
  return Buffer.from(canonicalJson(value)).toString('base64url')
}
