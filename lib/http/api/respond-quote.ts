import 'server-only'
import type { SettleResponse } from '@x402/core/types'
import { noteRequest } from '#lib/adapters/request-notes'
import { CairnError } from '#lib/domain/errors'
import { formatUsdc } from '#lib/domain/money/money'
import { differingMembers, explainRefusal, signAnOffer } from '#lib/domain/payment/payment-refusal'
import { encodePaymentHeader } from '#lib/http/api/encode-payment-header'
import { listingOf } from '#lib/http/api/listing'
import type { PaidRequest } from '#lib/http/api/paid-request'
import { respondError } from '#lib/http/api/respond'
import { type ExactPayment, identifierOffer, type ProofRequest } from '#lib/schemas/x402'
import { quotePayment } from '#lib/services/payments/quote-payment'
import { signOffers } from '#lib/services/payments/sign-offers'
import type { Terms } from '#lib/services/payments/types'

/** Why a payment was refused, and what the payer needs to send another one. */
export type PaymentRefusal = {
  reason: string
  /** What is wrong with a payment that could not be read. */
  fault?: string | undefined
  /** The offer that the payer signed: the field `accepted` of the refused payment. */
  accepted?: ExactPayment['accepted']
  receipt?: SettleResponse
  proofRequest?: ProofRequest
  /** Networks that are not offered. */
  paused?: ReadonlySet<string>
}

/** Answers 402 with the price or, after a payment, with the reason why it was refused and the price. */
export function respondQuote<Input, Output>(
  { ctx, operation, params, request, requestId }: PaidRequest<Input, Output>,
  requestHash: Uint8Array,
  quoted: {
    terms: Terms
    url: string
    lacksBody: boolean
    buys?: string
    wouldBeEmpty: boolean
    ignored: readonly string[]
    /** The cell that an order for a bounty names; `null` if none was understood, absent for other operations. */
    place?: string | null
  } & Partial<PaymentRefusal>,
): Response {
  const { terms, url, lacksBody, buys, wouldBeEmpty, ignored, place } = quoted
  const { reason, fault, accepted, receipt, proofRequest, paused } = quoted
  noteRequest({ isQuote: reason === undefined })
  const { resource, tags, brief, whole } = listingOf(operation, ctx.env)
  const proof = proofRequest ? { 'sign-in-with-x': proofOffer(proofRequest) } : {}
  const required = quotePayment({
    ctx,
    input: {
      terms,
      requestHash,
      resource: { url, ...resource },
      error: reason,
      paused,
      extensions: { bazaar: brief(params), 'payment-identifier': identifierOffer, ...proof },
    },
  })
  const offers = signOffers({ ctx, input: required })
  // A client that has to sign a message sends the same payment again and needs no offers, so the header has only the message.
  const extensions = proofRequest
    ? proof
    : { ...required.extensions, 'offer-receipt': { info: offers.info, schema: { type: 'object' } } }
  const header = { ...required, extensions }
  const price = formatUsdc(terms.priceAtomic)
  const message =
    reason === undefined
      ? `This request costs ${price} USDC. Nothing was charged. ${lacksBody ? 'It needs a body before it can be paid: add that first. ' : ''}To pay, ${signAnOffer}`
      : explainRefusal(reason, {
          price,
          contractPayerMin: formatUsdc(ctx.env.contractPayers.minAtomic),
          network: ctx.env.networks.find((candidate) => candidate.id === accepted?.network)?.name,
          fault,
          differing: accepted && differingMembers(accepted, required.accepts),
        })
  return respondError({
    request,
    requestId,
    error: new CairnError('payment_required', message),
    headers: {
      'PAYMENT-REQUIRED': encodePaymentHeader(header),
      ...(receipt ? { 'PAYMENT-RESPONSE': encodePaymentHeader(receipt) } : {}),
    },
    // The body repeats the quote with the parts that are too large for a header.
    extra: {
      ...(reason === undefined ? {} : { reason }),
      // Not in the message, which the request log stores.
      ...(buys === undefined ? {} : { buys }),
      ...(wouldBeEmpty && { would_be_empty: true }),
      ...(ignored.length > 0 && { ignored }),
      ...(place !== undefined && { place }),
      x402Version: required.x402Version,
      resource: { ...required.resource, tags },
      accepts: required.accepts,
      extensions: {
        bazaar: whole(params),
        'payment-identifier': identifierOffer,
        ...proof,
        'offer-receipt': offers,
      },
    },
  })
}

/** The message that the wallet of a payment has to sign, in the form of the x402 extension `sign-in-with-x`. */
function proofOffer({ chainId, ...info }: ProofRequest) {
  return { info, supportedChains: [{ chainId, type: 'eip191' }], schema: { type: 'object' } }
}
