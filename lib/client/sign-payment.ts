import { x402Client, x402HTTPClient } from '@x402/core/client'
import type { Network, PaymentRequired } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import type { Address, Hex } from 'viem'
import { networkPausedText } from '#lib/domain/frozen'
import { formatUsdc } from '#lib/domain/money/money'
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

/** The offer that the reader has seen: exactly this amount of this token on this network. `networkName`: for messages. */
export type AgreedPrice = { network: Network; networkName: string; usdc: Address; amountAtomic: bigint }

/** The price has risen above the agreed one; nothing was signed. */
export class PriceChanged extends Error {
  override readonly name = 'PriceChanged'
}

/** Room for what is stored beside the body: the signature and its description. */
const keptBesideBody = 8_000

/**
 * Asks for the price and has the wallet sign it. Signing pays nothing. The signed request can be sent several times and is charged once.
 *
 * @throws ApiRefusal when the request is refused; PriceChanged when it costs more than was agreed; any error of the wallet; Error when a
 * signed request is stored already, when this browser cannot store one, or when there is no offer like the agreed one
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
      'This browser stores nothing for this page, so an answer that is lost could not be fetched again. Allow it to store site data, or free up space, and then pay.',
    )
  const quote = await postPaid(request, {}).catch(() => {
    throw unreachable('Cairn could not be reached. You signed and paid nothing.')
  })
  const text = await quote.text()
  if (quote.status !== 402) throw describeRefusal(quote.status, text)
  const client = x402Client.fromConfig({
    schemes: [{ network, client: new ExactEvmScheme(payer) }],
    // This limit applies even if the answer asks for more.
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
  // Another tab may have signed a request while the wallet was asking.
  assertNoneIsKept(place)
  const { path, body, title, page } = request
  const signed_at = new Date().toISOString()
  const signed: SignedRequest = {
    path,
    body,
    title,
    page,
    // Less than the agreed amount, if the price has fallen.
    amount_atomic: offer.amount,
    network,
    payment: payment!,
    signed_at,
  }
  // Stored before it is sent: if the answer is lost, the same payment can be sent again.
  place.write(signed)
  return signed
}

type Offered = PaymentRequired['accepts'][number]

/** The offer that was agreed: a transfer of the exact amount of this token, not a permission to take from the wallet. */
function agreedOffer({ accepts }: PaymentRequired, price: AgreedPrice): Offered {
  const { network, networkName, usdc, amountAtomic } = price
  const offer = accepts.find(
    (one) =>
      one.scheme === 'exact' &&
      one.network === network &&
      one.asset.toLowerCase() === usdc.toLowerCase() &&
      (one.extra?.assetTransferMethod ?? 'eip3009') === 'eip3009' &&
      /^\d{1,30}$/.test(one.amount),
  )
  if (!accepts.some((one) => one.network === network))
    throw new Error(
      `${networkPausedText(networkName)} Nothing was signed. Choose another network, or try again later.`,
    )
  if (!offer) throw new Error('Cairn no longer offers what you agreed to. Load this page again.')
  const asked = BigInt(offer.amount)
  if (asked > amountAtomic)
    throw new PriceChanged(
      `This costs ${formatUsdc(asked)} USDC now, and you agreed to ${formatUsdc(amountAtomic)} USDC. Nothing was signed.`,
    )
  return offer
}

function assertNoneIsKept(place: SignedRequestPlace): void {
  if (place.read())
    throw new Error('A request that you signed is still waiting for its answer: send that one first.')
}
