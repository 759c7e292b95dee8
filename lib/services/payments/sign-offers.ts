import 'server-only'
import type { PaymentRequired } from '@x402/core/types'
import type { Context } from '#lib/adapters/context'
import { signingKeyOf, signJws } from '#lib/adapters/signing-key'
import { quoteSeconds } from '#lib/services/payments/challenge'

/**
 * The offers of a quote, signed: x402 extension `offer-receipt`, JWS. Until `validUntil` a payment of the quote is accepted
 * at its price, also after the price has changed.
 */
export function signOffers(args: {
  ctx: Pick<Context, 'env' | 'clock'>
  input: Pick<PaymentRequired, 'accepts' | 'resource'>
}): { info: { offers: SignedOffer[] }; schema: object } {
  const { ctx, input } = args
  const key = signingKeyOf(ctx.env)
  const validUntil = Math.floor(ctx.clock.now().getTime() / 1_000) + quoteSeconds
  const offers = input.accepts.map(({ scheme, network, asset, payTo, amount }, acceptIndex) => ({
    format: 'jws' as const,
    acceptIndex,
    signature: signJws(key, {
      version: 1,
      resourceUrl: input.resource.url,
      scheme,
      network,
      asset,
      payTo,
      amount,
      validUntil,
    }),
  }))
  return { info: { offers }, schema }
}

export type SignedOffer = { format: 'jws'; acceptIndex: number; signature: string }

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    offers: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          format: { const: 'jws' },
          acceptIndex: { type: 'integer' },
          signature: { type: 'string' },
        },
        required: ['format', 'signature'],
      },
    },
  },
  required: ['offers'],
}
