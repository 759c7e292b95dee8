import { x402Client, x402HTTPClient } from '@x402/core/client'
import type { Network } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import type { Address, Hex } from 'viem'
import { z } from 'zod'
import { type CreatedBounty, createdBountySchema } from '#lib/schemas/bounty'
import { ApiRefusal, describeRefusal } from './call-api.ts'

const path = '/api/v1/bounties'
const place = 'cairn.order'
const timeoutMs = 60_000
const maxTries = 20
const waitMs = 3_000

export type BountyOrder = { title: string; brief: string; amount_usdc: number; deadline_days: number }

/** What is kept of an order from the moment it is signed until its answer is here. */
const signedOrderSchema = z.object({
  /** The very text of the request: the signature is good for nothing else. */
  body: z.string(),
  title: z.string(),
  amount_usdc: z.int(),
  network: z.string(),
  payment: z.string(),
  signed_at: z.string(),
})
export type SignedOrder = z.output<typeof signedOrderSchema>

export type Payer = {
  address: Address
  signTypedData: (message: {
    domain: Record<string, unknown>
    types: Record<string, unknown>
    primaryType: string
    message: Record<string, unknown>
  }) => Promise<Hex>
}

/**
 * Asks for the price and has the wallet sign it. Nothing is paid yet: whoever has the signed order sends it, as often as it
 * takes, and is charged once.
 *
 * @param args.network CAIP-2
 * @throws ApiRefusal when the order is not taken as it is; whatever the wallet throws
 */
export async function signOrder(args: {
  order: BountyOrder
  network: Network
  usdc: Address
  payer: Payer
}): Promise<SignedOrder> {
  const { order, network, usdc, payer } = args
  const body = JSON.stringify(order)
  const quote = await send(body, {})
  const text = await quote.text()
  if (quote.status !== 402) throw describeRefusal(quote.status, text)
  const amount = (BigInt(order.amount_usdc) * 1_000_000n).toString()
  const client = x402Client.fromConfig({
    schemes: [{ network, client: new ExactEvmScheme(payer) }],
    // Exactly what the form says, in USDC, and not one unit more: whatever the answer asks for.
    spendControls: {
      allowedAssets: [{ network, asset: usdc, maxAmountPerPayment: amount }],
      maxAmountPerPayment: false,
    },
  })
  const http = new x402HTTPClient(client)
  const required = http.getPaymentRequiredResponse((name) => quote.headers.get(name))
  const payload = await client.createPaymentPayload(required)
  const [payment] = Object.values(http.encodePaymentSignatureHeader(payload))
  const signed: SignedOrder = {
    body,
    title: order.title,
    amount_usdc: order.amount_usdc,
    network,
    payment: payment!,
    signed_at: new Date().toISOString(),
  }
  // Before it is sent: an answer that never comes must not cost a second payment.
  localStorage.setItem(place, JSON.stringify(signed))
  return signed
}

/** The order that was signed here and not answered yet. */
export function readSignedOrder(): SignedOrder | undefined {
  try {
    return signedOrderSchema.safeParse(JSON.parse(localStorage.getItem(place) ?? '')).data
  } catch {
    return undefined
  }
}

export function forgetSignedOrder(): void {
  localStorage.removeItem(place)
}

/**
 * Sends a signed order until it is answered. The same signature again never pays twice; only a clear refusal means that
 * nothing was paid, and ends it.
 *
 * @throws ApiRefusal; with status 0 or 503 the order is kept, since it may have been paid
 */
export async function sendSignedOrder(
  order: SignedOrder,
  onWait: (message: string) => void,
  signal?: AbortSignal,
): Promise<CreatedBounty> {
  for (let tries = 1; ; tries++) {
    const answer = await attempt(order)
    if (answer instanceof ApiRefusal) {
      const mayBePaid = answer.status === 0 || answer.status >= 500
      if (!mayBePaid) {
        forgetSignedOrder()
        throw answer
      }
      if (tries >= maxTries) throw answer
      onWait(answer.message)
      await pause(signal)
      continue
    }
    return answer
  }
}

async function attempt(order: SignedOrder): Promise<CreatedBounty | ApiRefusal> {
  try {
    const answer = await send(order.body, { 'PAYMENT-SIGNATURE': order.payment })
    const text = await answer.text()
    if (answer.status !== 201) return describeRefusal(answer.status, text)
    return createdBountySchema.parse(JSON.parse(text))
  } catch {
    return new ApiRefusal({
      status: 0,
      code: 'unreachable',
      message:
        'Cairn could not be reached. Your payment is kept here and sent again; it is charged once at most.',
    })
  }
}

function send(body: string, headers: Record<string, string>): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    cache: 'no-store',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    signal: AbortSignal.timeout(timeoutMs),
  })
}

function pause(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done, stop) => {
    const timer = setTimeout(done, waitMs)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      stop(signal.reason)
    })
  })
}
