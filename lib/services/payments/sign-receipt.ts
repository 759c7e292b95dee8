import 'server-only'
import type { SettleResponse } from '@x402/core/types'
import type { Context } from '#lib/adapters/context'
import { signingKeyOf, signJws } from '#lib/adapters/signing-key'

/**
 * The settlement with a receipt signed by us: x402 extension `offer-receipt`, JWS. Made only from what the
 * journal stores, so that the same payment always gets the same text, also after a crash.
 */
export function signReceipt(args: {
  ctx: Pick<Context, 'env'>
  /** `url`: absolute URL of the paid request. `takenAt`: when the payment was first claimed. */
  input: { settled: SettleResponse; url: string; takenAt: Date }
}): SettleResponse {
  const { ctx, input } = args
  const { network, payer, transaction } = input.settled
  const signature = signJws(signingKeyOf(ctx.env), {
    version: 1,
    network,
    resourceUrl: input.url,
    payer,
    issuedAt: Math.floor(input.takenAt.getTime() / 1_000),
    transaction,
  })
  const info = { receipt: { format: 'jws', signature } }
  return { ...input.settled, extensions: { 'offer-receipt': { info, schema } } }
}

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    receipt: {
      type: 'object',
      properties: { format: { const: 'jws' }, signature: { type: 'string' } },
      required: ['format', 'signature'],
    },
  },
  required: ['receipt'],
}
