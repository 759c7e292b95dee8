// Pays for a request to Cairn, once. The offer is checked against your limits before anything is signed, and the signed
// request is sent until it is answered: the same signature is charged at most once, a new one is a new charge.

import { setTimeout as sleep } from 'node:timers/promises'
import { ExactEvmScheme } from '@x402/evm'
import { x402Client, x402HTTPClient } from '@x402/fetch'
import { formatUnits, type Hex, parseUnits } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

export type ApiRequest = { method: 'GET' | 'POST'; path: string; body?: string }

/** USDC by network, pinned: an offer in another token is not signed. */
const usdc: Record<string, string> = {
  'eip155:8453': '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', // Base
  'eip155:5042': '0x3600000000000000000000000000000000000000', // Arc
}

export const network = (process.env.NETWORK ?? 'eip155:8453') as `eip155:${number}`

/** Read the complete answer before it counts as received. */
export async function callOnce(request: ApiRequest, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(required('CAIRN_URL') + request.path, {
    method: request.method,
    headers: { ...(request.body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    body: request.body,
    // A signature or a token is sent only to this service, also after a redirect.
    redirect: 'manual',
  })
  return new Response(await answer.arrayBuffer(), answer)
}

/**
 * Asks for the price and signs it, if it is at most `maxUsdc`. Returns the value of PAYMENT-SIGNATURE. Signs nothing if the answer would
 * be empty, members of the body were ignored or a brief names no place, unless PAY_ANYWAY is set.
 */
export async function sign(request: ApiRequest, maxUsdc: string): Promise<string> {
  const quoted = await callOnce(request)
  if (quoted.status !== 402) stop(`no price, but ${quoted.status}: ${await quoted.text()}`)
  const price = (await quoted.json()) as {
    buys?: string
    would_be_empty?: true
    ignored?: string[]
    place?: string | null
  }
  console.error(`The price buys: ${price.buys}`)
  if ((price.would_be_empty || price.ignored || price.place === null) && !process.env.PAY_ANYWAY)
    stop('nothing signed: correct the request, or set PAY_ANYWAY=1')
  const http = new x402HTTPClient(
    x402Client.fromConfig({
      schemes: [{ network, client: new ExactEvmScheme(privateKeyToAccount(required('WALLET_KEY') as Hex)) }],
      // The client's own limits know neither every token nor more than a dollar; ours are checked below.
      spendControls: { allowedAssets: [{ network, asset: usdc[network]! }], maxAmountPerPayment: false },
    }),
  )
  const priced = http.getPaymentRequiredResponse((name) => quoted.headers.get(name), price)
  const offer = priced.accepts.find(
    (one) =>
      one.network === network &&
      one.asset.toLowerCase() === usdc[network]?.toLowerCase() &&
      // A transfer of that amount, and not leave to take from the wallet.
      (one.extra?.assetTransferMethod ?? 'eip3009') === 'eip3009',
  )
  if (!offer) stop(`nothing signed: no offer in USDC on ${network}`)
  if (BigInt(offer.amount) > parseUnits(maxUsdc, 6))
    stop(`nothing signed: it costs ${formatUnits(BigInt(offer.amount), 6)} USDC, MAX_USDC is ${maxUsdc}`)
  const payment = await http.createPaymentPayload({ ...priced, accepts: [offer] })
  return Object.values(http.encodePaymentSignatureHeader(payment))[0]!
}

/** Sends a signed request until there is an answer for good. A 402 among them means that nothing was charged. */
export async function send(request: ApiRequest, signature: string): Promise<Response> {
  for (;;) {
    const answer = await callOnce(request, { 'PAYMENT-SIGNATURE': signature }).catch(() => undefined)
    if (answer && answer.status < 500 && answer.status !== 429) return answer
    // The answer was lost or the payment is not settled yet: send the same request again, never a new signature.
    console.error(`not answered yet (${answer ? answer.status : 'no connection'}), sending it again`)
    const seconds = Number(answer?.headers.get('retry-after'))
    await sleep(Math.min(seconds > 0 ? seconds : 2, 60) * 1000)
  }
}

export function required(name: string): string {
  const value = process.env[name]
  return value ? value : stop(`set ${name}`)
}

export function stop(reason: string): never {
  console.error(reason)
  process.exit(1)
}
