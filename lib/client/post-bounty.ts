import { x402Client, x402HTTPClient } from '@x402/core/client'
import type { Network } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import type { Address, Hex } from 'viem'
import { type CreatedBounty, createdBountySchema } from '#lib/schemas/bounty'
import { keepBountyKey } from './bounty-keys.ts'
import { ApiRefusal, describeRefusal } from './call-api.ts'
import { forgetSignedOrder, keepSignedOrder, readSignedOrder, type SignedOrder } from './signed-order.ts'

const path = '/api/v1/bounties'
const timeoutMs = 60_000
const maxTries = 20
const waitSeconds = { usual: 3, most: 30 }
/** What programs are told of it speaks of headers. */
const settling = 'Your payment is being settled. There is nothing for you to do.'

export type BountyOrder = { title: string; brief: string; amount_usdc: number; deadline_days: number }

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
  assertNoneIsKept()
  const body = JSON.stringify(order)
  const quote = await send(body, {}).catch(() => {
    throw unreachable('Cairn could not be reached. Nothing was signed, and nothing paid.')
  })
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
  // Another tab may have signed one while the wallet asked.
  assertNoneIsKept()
  const signed: SignedOrder = {
    body,
    title: order.title,
    amount_usdc: order.amount_usdc,
    network,
    payment: payment!,
    signed_at: new Date().toISOString(),
  }
  // Before it is sent: an answer that never comes must not cost a second payment.
  keepSignedOrder(signed)
  return signed
}

/**
 * Sends a signed order until it is answered, and keeps the key to what it bought. The same signature again never pays twice.
 *
 * @throws ApiRefusal with status 402: nothing was paid, and the order is forgotten. Whatever else is thrown, it may have been
 * paid, and the order is kept to be sent again
 */
export async function placeOrder(
  order: SignedOrder,
  onWait: (message: string) => void,
): Promise<CreatedBounty> {
  for (let tries = 1; ; tries++) {
    const answer = await attempt(order)
    if ('bounty' in answer) {
      const { bounty_id, agent_token, title, amount_usdc, network } = answer.bounty
      const kept_at = new Date().toISOString()
      // The token exists nowhere else: while it is not kept, the order that gets it again is.
      keepBountyKey({ bounty_id, agent_token, title, amount_usdc, network, kept_at })
      forgetSignedOrder()
      return answer.bounty
    }
    const { refusal, retryAfterSeconds } = answer
    // Nothing else says that this payment was not taken: it may have been, and the refusal come from somewhere on the way.
    if (refusal.status === 402) forgetSignedOrder()
    if (!isPassing(refusal.status) || tries >= maxTries) throw refusal
    onWait(refusal.code === 'settlement_pending' ? settling : refusal.message)
    await new Promise((done) => setTimeout(done, retryAfterSeconds * 1_000))
  }
}

type Attempt = { bounty: CreatedBounty } | { refusal: ApiRefusal; retryAfterSeconds: number }

async function attempt(order: SignedOrder): Promise<Attempt> {
  try {
    const answer = await send(order.body, { 'PAYMENT-SIGNATURE': order.payment })
    const text = await answer.text()
    if (answer.status === 201) return { bounty: createdBountySchema.parse(JSON.parse(text)) }
    const asked = Number(answer.headers.get('retry-after') ?? waitSeconds.usual)
    return {
      refusal: describeRefusal(answer.status, text),
      retryAfterSeconds: Math.min(waitSeconds.most, Math.max(1, asked || waitSeconds.usual)),
    }
  } catch {
    return {
      refusal: unreachable(
        'Cairn could not be reached, and whether you were charged is not known yet. Your order is kept here; sent again, it is charged once at most.',
      ),
      retryAfterSeconds: waitSeconds.usual,
    }
  }
}

function isPassing(status: number): boolean {
  return status === 0 || status === 429 || status >= 500
}

function assertNoneIsKept(): void {
  if (readSignedOrder()) throw new Error('An order you signed waits for its answer: send that one first.')
}

function unreachable(message: string): ApiRefusal {
  return new ApiRefusal({ status: 0, code: 'unreachable', message })
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
