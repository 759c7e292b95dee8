import 'server-only'
import { didOf, kidOf, type PublicJwk, signingKeyOf } from '#lib/adapters/signing-key'
import { isoSeconds } from '#lib/domain/text/iso-time'
import type { Document } from '#lib/http/documents/document-route'

const daySeconds = 86_400
/** RFC 9116 recommends less than a year. The file expires half a year after it was last renewed. */
const contactDays = 180

/** `/.well-known/did.json`: the public keys of signed offers and receipts, by the method `did:web`. */
export const didDocument = {
  type: 'application/did+json; charset=utf-8',
  write: (env) => {
    const id = didOf(env.baseUrl)
    const retired = env.retiredSigningKeys.map((x): PublicJwk => ({ kty: 'OKP', crv: 'Ed25519', x }))
    const keys = [signingKeyOf(env).jwk, ...retired].map((publicKeyJwk) => ({
      id: kidOf(id, publicKeyJwk.x),
      type: 'JsonWebKey2020',
      controller: id,
      publicKeyJwk,
    }))
    return JSON.stringify({
      '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
      id,
      verificationMethod: keys,
      assertionMethod: keys.map((key) => key.id),
    })
  },
} satisfies Document

/** `/.well-known/security.txt` (RFC 9116). The file exists only if a contact is configured. */
export const securityText = {
  type: 'text/plain; charset=utf-8',
  write: (env, { clock }) => {
    const contacts = env.securityContacts.length > 0 ? env.securityContacts : demonstration[env.mode]
    if (contacts.length === 0) return undefined
    const today = Math.floor(clock.now().getTime() / 1_000 / daySeconds)
    const expires = isoSeconds((today + contactDays) * daySeconds)
    const isMadeUp = contacts === demonstration.sandbox
    return [
      ...(isMadeUp ? ['# A sandbox: this address is made up, and nobody reads what is sent to it.'] : []),
      ...contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${env.baseUrl}/.well-known/security.txt`,
      `Policy: ${env.baseUrl}/docs/security`,
      '',
    ].join('\n')
  },
} satisfies Document

const demonstration = { production: [], sandbox: ['mailto:security@cairn.example'] } as const
