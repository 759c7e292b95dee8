import { createPublicKey } from 'node:crypto'
import {
  extractJWSHeader,
  extractOffersFromPaymentRequired,
  findAcceptsObjectFromSignedOffer,
  verifyOfferSignatureJWS,
  verifyReceiptMatchesOffer,
  verifyReceiptSignatureJWS,
} from '@x402/extensions/offer-receipt'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realClock } from '#lib/adapters/clock'
import { parseEnv } from '#lib/adapters/env'
import { signingKeyOf } from '#lib/adapters/signing-key'
import { quotePayment } from '#lib/services/payments/quote-payment'
import { signOffers } from '#lib/services/payments/sign-offers'
import { signReceipt } from '#lib/services/payments/sign-receipt'
import { unchainedSettings } from '#testing/unchained-settings'

// Compared with the protocol's own package, as a payer would do.

const env = parseEnv(unchainedSettings('postgres://localhost/none'))
const now = new Date('2026-11-20T12:00:00Z')
const clock = { ...realClock, now: () => now }
const ctx = { env, clock }
const { jwk, kid, did } = signingKeyOf(env)
const url = `${env.baseUrl}/api/v1/spatial/query`

function quote(priceAtomic: bigint, resourceUrl = url) {
  const required = quotePayment({
    ctx,
    input: {
      terms: { flow: 'authorization', payTo: 'revenue', priceAtomic },
      requestHash: new Uint8Array(32),
      resource: { url: resourceUrl },
    },
  })
  return { ...required, extensions: { 'offer-receipt': signOffers({ ctx, input: required }) } }
}
const amount = fc.bigInt({ min: 0n, max: 10n ** 12n })
const settled = {
  success: true,
  transaction: `0x${'5e'.repeat(32)}`,
  network: 'eip155:8453' as const,
  payer: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  amount: '10000',
}
const receiptOf = (takenAt: Date) => {
  const { extensions } = signReceipt({ ctx, input: { settled, url, takenAt } })
  return (extensions!['offer-receipt'] as { info: { receipt: { format: 'jws'; signature: string } } }).info
    .receipt
}

test('every entry of a quote has a signed offer with the same terms and an expiry', async () => {
  await fc.assert(
    fc.asyncProperty(amount, fc.webPath(), async (price, path) => {
      const required = quote(price, env.baseUrl + path)
      const offers = extractOffersFromPaymentRequired(required as never)
      expect(offers).toHaveLength(required.accepts.length)
      for (const [index, offer] of offers.entries()) {
        const said = await verifyOfferSignatureJWS(offer as never, jwk)
        const { scheme, network, asset, payTo, amount } = required.accepts[index]!
        const terms = { scheme, network, asset, payTo, amount }
        expect(said).toEqual({
          ...terms,
          version: 1,
          resourceUrl: env.baseUrl + path,
          validUntil: now.getTime() / 1_000 + 600,
        })
        expect(findAcceptsObjectFromSignedOffer(offer, required.accepts as never)).toBe(
          required.accepts[index],
        )
      }
    }),
    { numRuns: 30 },
  )
})

test('a receipt verifies with the published key, fits its offer, and is the same text whenever it is made', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
      async (takenAt) => {
        const receipt = receiptOf(takenAt)
        expect(receiptOf(takenAt)).toEqual(receipt)
        const said = await verifyReceiptSignatureJWS(receipt as never, jwk)
        expect(said).toEqual({
          version: 1,
          network: settled.network,
          resourceUrl: url,
          payer: settled.payer,
          issuedAt: Math.floor(takenAt.getTime() / 1_000),
          transaction: settled.transaction,
        })
      },
    ),
    { numRuns: 30 },
  )
  const [offer] = extractOffersFromPaymentRequired(quote(10_000n) as never)
  const offered = await verifyOfferSignatureJWS(offer as never, jwk)
  expect(verifyReceiptMatchesOffer(receiptOf(new Date()) as never, offered as never, [settled.payer])).toBe(
    true,
  )
})

test('no character of a receipt can be changed', async () => {
  const { signature } = receiptOf(now)
  const [head, payload, signed] = signature.split('.') as [string, string, string]
  const other = (text: string, at: number) =>
    text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
  // The last character of a part has bits that mean nothing.
  const changes = fc.oneof(
    fc.nat(head.length - 2).map((at) => [other(head, at), payload, signed]),
    fc.nat(payload.length - 2).map((at) => [head, other(payload, at), signed]),
    fc.nat(signed.length - 2).map((at) => [head, payload, other(signed, at)]),
  )
  await fc.assert(
    fc.asyncProperty(changes, async (parts) => {
      await expect(
        verifyReceiptSignatureJWS({ format: 'jws', signature: parts.join('.') } as never, jwk),
      ).rejects.toThrow()
    }),
    { numRuns: 100 },
  )
})

test('the key follows from the secret key alone, and its name from the key', () => {
  expect(extractJWSHeader(receiptOf(now).signature)).toEqual({ alg: 'EdDSA', kid })
  expect(did).toBe('did:web:cairn.test')
  const other = signingKeyOf({ ...env, secretKey: `${env.secretKey}!` })
  expect(other.jwk.x).not.toBe(jwk.x)
  expect(other.kid).not.toBe(kid)
  expect(signingKeyOf({ ...env, baseUrl: 'http://localhost:3900' }).did).toBe('did:web:localhost%3A3900')
  expect(createPublicKey({ key: jwk, format: 'jwk' }).asymmetricKeyType).toBe('ed25519')
})
