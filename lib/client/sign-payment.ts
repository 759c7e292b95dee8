import { x402Client, x402HTTPClient } from '@x402/core/client'
import type { Network } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import type { Address, Hex } from 'viem'
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

/**
 * Asks for the price and has the wallet sign it. Nothing is paid yet: whoever has the signed request sends it, as often as it
 * takes, and is charged once.
 *
 * @throws ApiRefusal when the request is not taken as it is; whatever the wallet throws; Error when one is kept already, or
 * when the price is not the one that was agreed to
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
  const quote = await postPaid(request, {}).catch(() => {
    throw unreachable('Cairn could not be reached. Nothing was signed, and nothing paid.')
  })
  const text = await quote.text()
  if (quote.status !== 402) throw describeRefusal(quote.status, text)
  const amount = price.amountAtomic.toString()
  const client = x402Client.fromConfig({
    schemes: [{ network, client: new ExactEvmScheme(payer) }],
    // Whatever the answer asks for.
    spendControls: {
      allowedAssets: [{ network, asset: usdc, maxAmountPerPayment: amount }],
      maxAmountPerPayment: false,
    },
  })
  const http = new x402HTTPClient(client)
  const required = http.getPaymentRequiredResponse((name) => quote.headers.get(name))
  const payload = await client.createPaymentPayload(required)
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
    amount_atomic: amount,
    network,
    payment: payment!,
    signed_at,
  }
  // Before it is sent: an answer that never comes must not cost a second payment.
  place.write(signed)
  return signed
}

function assertNoneIsKept(place: SignedRequestPlace): void {
  if (place.read()) throw new Error('A request you signed waits for its answer: send that one first.')
}
