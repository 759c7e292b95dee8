import { x402Client, x402HTTPClient } from '@x402/core/client'
import type { Network, PaymentRequired } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import type { Address, Hex } from 'viem'
import { formatUsdc } from '#lib/domain/money'
import { describeRefusal } from './call-api.ts'
import { type PaidRequest, postPaid, unreachable } from './post-paid.ts'
import type { SignedRequest, SignedRequestPlace } from './signed-request.ts'

export type Payer = {
  address: Address
  signTypedData: (message: {
    domain: Record<string, unknown>
    types: Record<string, unknown>
    primaryType: string
    message: Record<string, unknown>
  }) => Promise<Hex>
}

/** What the reader saw before agreeing: this amount of this token on this network, and not one unit more. */
export type AgreedPrice = { network: Network; usdc: Address; amountAtomic: bigint }

/** It costs more by now than what was agreed to; nothing was signed. */
export class PriceChanged extends Error {
  override readonly name = 'PriceChanged'
}

/** Room for what is kept beside the body: a signature and what it is for. */
const keptBesideBody = 8_000

/**
 * Asks for the price and has the wallet sign it. Nothing is paid yet: whoever has the signed request sends it, as often as it
 * takes, and is charged once.
 *
 * @throws ApiRefusal when the request is not taken as it is; PriceChanged when it costs more than was agreed to; whatever the
 * wallet throws; Error when one is kept already, when this browser could not keep another, or without such an offer
 */
export async function signPayment(args: {
  request: PaidRequest
  price: AgreedPrice
  payer: Payer
  place: SignedRequestPlace
}): Promise<SignedRequest> {
  const { request, price, payer, place } = args
  const { network, usdc } = price
  assertNoneIsKept(place)
  if (!place.hasRoomFor('x'.repeat(request.body.length + keptBesideBody)))
    throw new Error(
      'This browser keeps nothing of this page, so an answer that is lost on its way would be lost for good. Allow it to keep site data, or make room, and pay then.',
    )
  const quote = await postPaid(request, {}).catch(() => {
    throw unreachable('Cairn could not be reached. Nothing was signed, and nothing paid.')
  })
  const text = await quote.text()
  if (quote.status !== 402) throw describeRefusal(quote.status, text)
  const client = x402Client.fromConfig({
    schemes: [{ network, client: new ExactEvmScheme(payer) }],
    // Whatever the answer asks for.
    spendControls: {
      allowedAssets: [{ network, asset: usdc, maxAmountPerPayment: price.amountAtomic.toString() }],
      maxAmountPerPayment: false,
    },
  })
  const http = new x402HTTPClient(client)
  const required = http.getPaymentRequiredResponse((name) => quote.headers.get(name))
  const offer = agreedOffer(required, price)
  const payload = await client.createPaymentPayload({ ...required, accepts: [offer] })
  const [payment] = Object.values(http.encodePaymentSignatureHeader(payload))
  // Another tab may have signed one while the wallet asked.
  assertNoneIsKept(place)
  const { path, body, title, page } = request
  const signed_at = new Date().toISOString()
  const signed: SignedRequest = {
    path,
    body,
    title,
    page,
    // Less than was agreed to, where it has become cheaper since.
    amount_atomic: offer.amount,
    network,
    payment: payment!,
    signed_at,
  }
  // Before it is sent: an answer that never comes must not cost a second payment.
  place.write(signed)
  return signed
}

type Offered = PaymentRequired['accepts'][number]

/** The one kind of offer that was agreed to: a transfer of this token that says its amount, not leave to take from the wallet. */
function agreedOffer({ accepts }: PaymentRequired, { network, usdc, amountAtomic }: AgreedPrice): Offered {
  const offer = accepts.find(
    (one) =>
      one.scheme === 'exact' &&
      one.network === network &&
      one.asset.toLowerCase() === usdc.toLowerCase() &&
      (one.extra?.assetTransferMethod ?? 'eip3009') === 'eip3009' &&
      /^\d{1,30}$/.test(one.amount),
  )
  if (!offer) throw new Error('Cairn does not offer what you agreed to any more. Load this page again.')
  const asked = BigInt(offer.amount)
  if (asked > amountAtomic)
    throw new PriceChanged(
      `This costs ${formatUsdc(asked)} USDC by now, and you agreed to ${formatUsdc(amountAtomic)} USDC. Nothing was signed.`,
    )
  return offer
}

function assertNoneIsKept(place: SignedRequestPlace): void {
  if (place.read()) throw new Error('A request you signed waits for its answer: send that one first.')
}
