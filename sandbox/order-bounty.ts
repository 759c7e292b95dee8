import { setTimeout as sleep } from 'node:timers/promises'
import { ExactEvmScheme } from '@x402/evm'
import { appendPaymentIdentifierToExtensions } from '@x402/extensions/payment-identifier'
import { x402Client, x402HTTPClient } from '@x402/fetch'
import { type Hex, parseUnits } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { CreatedBounty } from '#lib/schemas/bounty'

export type BountyOrder = {
  body: { title: string; brief: string; amount_usdc: number; deadline_days: number }
  network: `eip155:${number}`
  /** The token that may be spent. */
  usdc: Hex
  /** The payment identifier: repeated orders with the same one are paid once. */
  identifier: string
}

const patienceMs = 60_000

/** Pays for a bounty as any client does. A bounty that was already ordered with this identifier is returned and not paid again. */
export async function orderBounty(args: {
  baseUrl: string
  payer: Hex
  order: BountyOrder
}): Promise<CreatedBounty> {
  const { baseUrl, payer, order } = args
  const url = `${baseUrl}/api/v1/bounties`
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order.body),
  }
  const signature = await sign({ quote: await fetch(url, init), payer, order })
  const giveUpAt = Date.now() + patienceMs
  for (;;) {
    const answer = await fetch(url, { ...init, headers: { ...init.headers, ...signature } })
    if (answer.ok) return (await answer.json()) as CreatedBounty
    const isUnderWay = answer.status === 503 || answer.status === 429
    if (!isUnderWay || Date.now() > giveUpAt)
      throw new Error(`"${order.body.title}" was not ordered: ${answer.status} ${await answer.text()}`)
    await sleep(500)
  }
}

async function sign(args: {
  quote: Response
  payer: Hex
  order: BountyOrder
}): Promise<Record<string, string>> {
  const { quote, payer, order } = args
  const { network, usdc, identifier, body } = order
  const client = new x402HTTPClient(
    x402Client.fromConfig({
      schemes: [{ network, client: new ExactEvmScheme(privateKeyToAccount(payer)) }],
      // The stock client pays at most a dollar, so its limit is off. The amount is compared below.
      spendControls: { allowedAssets: [{ network, asset: usdc }], maxAmountPerPayment: false },
    }),
  )
  if (quote.status !== 402)
    throw new Error(`"${body.title}" got no price: ${quote.status} ${await quote.text()}`)
  const priced = client.getPaymentRequiredResponse((name) => quote.headers.get(name), await quote.json())
  const accepts = priced.accepts.filter((offer) => offer.network === network)
  if (accepts.some(({ amount }) => BigInt(amount) !== parseUnits(String(body.amount_usdc), 6)))
    throw new Error(`"${body.title}" does not cost ${body.amount_usdc} USDC`)
  appendPaymentIdentifierToExtensions(priced.extensions ?? {}, identifier)
  return client.encodePaymentSignatureHeader(await client.createPaymentPayload({ ...priced, accepts }))
}
