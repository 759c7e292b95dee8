import 'server-only'
import type { SettleResponse } from '@x402/core/types'
import { z } from 'zod'
import { CairnError } from '#lib/domain/errors'
import { describeIgnored, listIgnored, withInnerMembers } from '#lib/domain/text/ignored-members'
import { encodePaymentHeader } from '#lib/http/api/encode-payment-header'
import { listingOf } from '#lib/http/api/listing'
import type { PaidOperation, PaidRequest } from '#lib/http/api/paid-request'
import { respondError, respondJson } from '#lib/http/api/respond'
import { type PaymentRefusal, respondQuote } from '#lib/http/api/respond-quote'
import { bodyOf } from '#lib/operations/define-operation'
import { fixedPriceAtomic } from '#lib/operations/price'
import type { ExactPayment } from '#lib/schemas/x402'
import { assertNotFrozenNow } from '#lib/services/freeze/is-frozen'
import { parsePaymentHeader } from '#lib/services/payments/parse-payment-header'
import { parseWalletProof } from '#lib/services/payments/parse-wallet-proof'
import { assertSomeOpen } from '#lib/services/payments/paused-networks'
import { purchase } from '#lib/services/payments/purchase'
import { hashRequest } from '#lib/services/payments/request-hash'
import { signReceipt } from '#lib/services/payments/sign-receipt'
import { type Purchase, receiptFor, type Sale } from '#lib/services/payments/types'

const paymentHeader = 'payment-signature'
const version1Header = 'x-payment'
const proofHeader = 'sign-in-with-x'
const retryAfterSeconds = 2

/** Sells the answer of an operation: without a payment the response is a quote, with a valid one it is the answer. */
export async function answerPaid<Input, Output>(paid: PaidRequest<Input, Output>): Promise<Response> {
  const { ctx, operation, request } = paid
  const header = request.headers.get(paymentHeader)
  const { url, requestHash, priceAtomic, showsPrice, quote } = prepareQuote(paid, header)
  if (header === null) {
    const checked = showsPrice ? undefined : findWhyEmpty(paid)
    // A frozen service accepts no payment, so it quotes no price; nor is there one on a network that is paused.
    const [paused] = await Promise.all([assertSomeOpen({ ctx }), assertNotFrozenNow({ ctx })])
    const whyEmpty = await checked
    return quote({ whyEmpty, paused, ...(request.headers.has(version1Header) && version1) })
  }
  const parsed = parsePaymentHeader(header)
  if ('reason' in parsed) return quote(parsed)
  const proof = request.headers.get(proofHeader)
  const result = await purchase({
    ctx,
    input: {
      operation: operation.name,
      payTo: operation.payment.payTo,
      priceAtomic,
      payment: ctx.env.facilitatorUrl === undefined ? parsed.payment : withListing(paid, parsed.payment, url),
      identifier: parsed.identifier,
      requestHash,
      sale: saleOf(paid),
      url,
      proof: proof === null ? undefined : parseWalletProof(proof),
    },
  })
  switch (result.outcome) {
    case 'answered':
      return respondAnswer(paid, result, url)
    case 'refused': {
      const { accepted } = parsed.payment
      const failed = receiptFor(parsed.payment, { transaction: undefined, errorReason: result.reason })
      return quote({ receipt: failed, ...result, accepted })
    }
    case 'held':
      throw heldBack(result.by)
    case 'pending':
      return respondPending(paid, result.receipt)
  }
}

/**
 * What is sold to a request, and a function that answers with its price.
 *
 * @param header of the payment; `null` if there is none
 */
function prepareQuote<Input, Output>(paid: PaidRequest<Input, Output>, header: string | null) {
  const { ctx, operation, input, request, bytes } = paid
  const { payment } = operation
  const { pathname, search } = new URL(request.url)
  const target = pathname + search
  const url = ctx.env.baseUrl + target
  const requestHash = hashRequest({ method: request.method, target, body: bytes })
  /** True for a request without a body, which is answered with the price of any request. */
  const showsPrice =
    payment.flow === 'authorization' &&
    payment.quotesEmptyBody === true &&
    bytes.byteLength === 0 &&
    header === null
  const priceAtomic = () => {
    if (payment.flow === 'upfront') return payment.priceAtomic(input())
    // An invalid request is refused before a price is quoted.
    if (!showsPrice) input()
    return fixedPriceAtomic({ name: operation.name, payment }, ctx.env)
  }
  const quote = ({
    whyEmpty,
    ...refusal
  }: Partial<PaymentRefusal> & { whyEmpty?: string | undefined } = {}) =>
    respondQuote(paid, requestHash, {
      terms: { flow: payment.flow, payTo: payment.payTo, priceAtomic: priceAtomic() },
      url,
      lacksBody: showsPrice,
      ...(payment.buys && {
        buys: showsPrice
          ? lackedBody
          : sentences(payment.buys(input()), ignoredBy(paid, describeIgnored), whyEmpty),
      }),
      wouldBeEmpty: whyEmpty !== undefined,
      ...(payment.flow === 'upfront' && { place: payment.place(input()) }),
      ignored: showsPrice ? [] : (ignoredBy(paid, listIgnored) ?? []),
      ...refusal,
    })
  return { url, requestHash, priceAtomic, showsPrice, quote }
}

function respondAnswer<Input, Output>(
  { ctx, operation, request, requestId }: PaidRequest<Input, Output>,
  { answer, receipt: settled, takenAt }: Extract<Purchase, { outcome: 'answered' }>,
  url: string,
): Response {
  const { status, body, headers } = answer
  const receipt = signReceipt({ ctx, input: { settled, url, takenAt } })
  return respondJson({
    request,
    status,
    json: body,
    headers: {
      'Cache-Control': 'private, no-store',
      'X-Request-Id': requestId,
      'PAYMENT-RESPONSE': encodePaymentHeader(receipt),
      ...answerHeadersOf(operation, body),
      ...headers,
    },
  })
}

function heldBack(by: 'identifier' | 'request'): CairnError {
  return new CairnError(
    'settlement_pending',
    by === 'identifier'
      ? 'An earlier payment of this wallet with this identifier is still being settled, so this new one was not taken. Repeat the request with either of them, and it is answered without a second charge.'
      : 'An earlier payment of this wallet for the very same request is still being settled, so this new one was not taken. Repeat the request with the earlier PAYMENT-SIGNATURE and it is answered without a second charge; or wait until it is settled and repeat this one to order the same again.',
    { retryAfterSeconds },
  )
}

function respondPending<Input, Output>(
  { request, requestId }: PaidRequest<Input, Output>,
  receipt: SettleResponse,
): Response {
  const error = new CairnError(
    'settlement_pending',
    'The payment was taken: its money may have moved, and what it bought is not ready yet. Do not pay again: repeat this request with the same PAYMENT-SIGNATURE, and it is answered without a second charge.',
    { retryAfterSeconds },
  )
  return respondError({
    request,
    requestId,
    error,
    headers: { 'PAYMENT-RESPONSE': encodePaymentHeader(receipt) },
  })
}

/** Headers that are made from the answer. */
function answerHeadersOf<Input, Output>(
  operation: PaidOperation<Input, Output>,
  body: string,
): Readonly<Record<string, string>> {
  const { location } = operation
  const own = 'run' in operation ? undefined : operation.ownHeaders
  if (!location && !own) return {}
  const output = JSON.parse(body) as Output
  return { ...(location && { Location: location(output) }), ...own?.of(output) }
}

/** Why the answer would be empty. `undefined` also if that could not be checked: a price is quoted then, too. */
async function findWhyEmpty<Input, Output>({
  ctx,
  operation,
  input,
}: PaidRequest<Input, Output>): Promise<string | undefined> {
  const { payment } = operation
  if (payment.flow !== 'authorization' || !payment.whyEmpty) return undefined
  try {
    return await payment.whyEmpty({ ctx, input: input() })
  } catch {
    return undefined
  }
}

/** The text of `buys` in the price of a request that has no body. */
const lackedBody =
  'Nothing yet: this request has no body, and a payment for it is refused. Send it with its body, a JSON object, to see what it buys.'

/** The result of `tell` for the members of the body that were ignored. */
function ignoredBy<Input, Output, Told>(
  { ctx, operation, body }: PaidRequest<Input, Output>,
  tell: (given: unknown, known: readonly string[]) => Told,
): Told | undefined {
  const schema = bodyOf(operation, ctx.env)
  if (!(schema instanceof z.ZodObject)) return undefined
  return tell(withInnerMembers(body(), operation.request.inner ?? {}), Object.keys(schema.shape))
}

function sentences(...given: (string | undefined)[]): string {
  return given.filter((sentence) => sentence !== undefined).join(' ')
}

function saleOf<Input, Output>({ ctx, operation, input }: PaidRequest<Input, Output>): Sale {
  const answer = (output: Output) => ({ status: operation.status ?? 200, body: JSON.stringify(output) })
  if ('run' in operation) {
    const produce = async () => {
      if (!operation.ownHeaders) return answer(await operation.run({ ctx, input: input() }))
      const { output, headers } = await operation.ownHeaders.run({ ctx, input: input() })
      return { ...answer(output), headers }
    }
    return { flow: 'authorization', produce }
  }
  const { order, fulfil } = operation.payment
  return {
    flow: 'upfront',
    order: () => order(input()),
    fulfil: async (paymentId) => answer(await fulfil({ ctx, paymentId })),
  }
}

/**
 * Adds the description of the resource to the payment: a facilitator that is also a directory lists the resource with it. It is our own
 * description, because a client could send a forged one.
 */
function withListing<Input, Output>(
  { ctx, operation, params }: PaidRequest<Input, Output>,
  payment: ExactPayment,
  url: string,
): ExactPayment {
  const { resource, tags, whole } = listingOf(operation, ctx.env)
  const listing = { resource: { url, ...resource, tags }, extensions: { bazaar: whole(params) } }
  return { ...payment, ...listing }
}

/** Clients of x402 version 1 repeat their request without an end if their header is ignored. */
const version1 = {
  reason: 'invalid_x402_version',
  fault:
    'X-PAYMENT is the header of x402 version 1, which is not accepted: send PAYMENT-SIGNATURE, version 2',
}
