import 'server-only'
import { encodePaymentRequiredHeader, encodePaymentResponseHeader } from '@x402/core/http'
import type { SettleResponse } from '@x402/core/types'
import { CairnError } from '#lib/domain/errors'
import { formatUsdc } from '#lib/domain/money'
import { explainRefusal, signAnOffer } from '#lib/domain/payment-refusal'
import { respondError, respondJson } from '#lib/http/respond'
import type { Operation } from '#lib/operations/define-operation'
import { parsePaymentHeader } from '#lib/services/payments/parse-payment-header'
import { purchase } from '#lib/services/payments/purchase'
import { quotePayment } from '#lib/services/payments/quote-payment'
import { hashRequest } from '#lib/services/payments/request-hash'
import type { PaymentContext } from '#lib/services/payments/types'

export const paymentHeader = 'payment-signature'
const retryAfterSeconds = 2

type Sale<Input, Output> = {
  ctx: PaymentContext
  operation: Operation<Input, Output> & Required<Pick<Operation<Input, Output>, 'payment'>>
  /** `undefined`: an empty body, which can only be quoted for. */
  input: Input | undefined
  request: Request
  requestId: string
  bytes: Uint8Array
}

/** Sells an operation's answer: a quote to who brings no payment, the answer to who brings a good one. */
export async function answerPaid<Input, Output>(sale: Sale<Input, Output>): Promise<Response> {
  const { ctx, operation, input, request, requestId, bytes } = sale
  const { pathname, search } = new URL(request.url)
  const target = pathname + search
  const requestHash = hashRequest({ method: request.method, target, body: bytes })
  const priceAtomic = operation.payment.priceAtomic({ env: ctx.env, input })
  const quote = (refusal?: { reason: string; network?: string; receipt?: SettleResponse }) =>
    respondQuote(sale, { requestHash, priceAtomic, url: ctx.env.baseUrl + target, ...refusal })

  const header = request.headers.get(paymentHeader)
  if (header === null || input === undefined) return quote()
  const parsed = parsePaymentHeader(header)
  if ('reason' in parsed) return quote(parsed)
  const bought = await purchase({
    ctx,
    input: {
      operation: operation.name,
      priceAtomic,
      payment: parsed.payment,
      requestHash,
      produce: async () => ({ status: 200, body: JSON.stringify(await operation.run({ ctx, input })) }),
    },
  })
  if (bought.outcome === 'refused') return quote({ ...bought, network: parsed.payment.accepted.network })
  const receipt = { 'PAYMENT-RESPONSE': encodePaymentResponseHeader(bought.receipt) }
  if (bought.outcome === 'pending') {
    const error = new CairnError(
      'settlement_pending',
      'The payment was taken and its outcome on the network is not known yet. Do not pay again: repeat this request with the same PAYMENT-SIGNATURE, and it is answered without a second charge.',
      { retryAfterSeconds },
    )
    return respondError({ request, requestId, error, headers: receipt })
  }
  return respondJson({
    request,
    status: bought.answer.status,
    json: bought.answer.body,
    headers: { 'Cache-Control': 'private, no-store', 'X-Request-Id': requestId, ...receipt },
  })
}

function respondQuote<Input, Output>(
  { ctx, operation, request, requestId }: Sale<Input, Output>,
  quoted: {
    requestHash: Uint8Array
    priceAtomic: bigint
    url: string
    reason?: string
    /** CAIP-2, as the payment that was refused has it. */
    network?: string
    receipt?: SettleResponse
  },
): Response {
  const { requestHash, priceAtomic, url, reason, network, receipt } = quoted
  const required = quotePayment({
    ctx,
    input: { priceAtomic, requestHash, url, description: operation.summary, error: reason },
  })
  const price = formatUsdc(priceAtomic)
  const message =
    reason === undefined
      ? `This request costs ${price} USDC. Nothing was charged. To pay, ${signAnOffer}`
      : explainRefusal(reason, {
          price,
          network: ctx.env.networks.find((candidate) => candidate.id === network)?.name,
        })
  return respondError({
    request,
    requestId,
    error: new CairnError('payment_required', message),
    headers: {
      'PAYMENT-REQUIRED': encodePaymentRequiredHeader(required),
      ...(receipt ? { 'PAYMENT-RESPONSE': encodePaymentResponseHeader(receipt) } : {}),
    },
    // The quote once more, for whoever reads bodies more easily than headers.
    extra: {
      ...(reason === undefined ? {} : { reason }),
      x402Version: required.x402Version,
      resource: required.resource,
      accepts: required.accepts,
    },
  })
}
