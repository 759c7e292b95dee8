// The examples of code on the start page.

/** Settings of this service that the examples on the start page use. */
export type ExampleFacts = {
  baseUrl: string
  accepts: readonly { network: string; amountAtomic: string; asset: string; payTo: string }[]
}

export function curlExample({ baseUrl }: ExampleFacts): string {
  return `curl -i ${baseUrl}/api/v1/spatial/query \\
  -H 'content-type: application/json' \\
  -d '{
    "aoi": {"type": "Point", "coordinates": [11.2558, 43.7731]},
    "radius_m": 800
  }'`
}

/** The header's content, decoded and shortened to the parts that matter to a buyer. */
export function quoteExample({ accepts }: ExampleFacts): string {
  const lines = accepts.map(
    (item) => `    {
      "scheme": "exact", "network": "${item.network}",
      "amount": "${item.amountAtomic}",
      "asset": "${item.asset}",
      "payTo": "${item.payTo}"
    }`,
  )
  return `HTTP/1.1 402 Payment Required
PAYMENT-REQUIRED: base64 of

{
  "x402Version": 2,
  "accepts": [
${lines.join(',\n')}
  ]
}`
}

export function payExample({ baseUrl, accepts }: ExampleFacts): string {
  return `import { ExactEvmScheme } from '@x402/evm'
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'

// The private key of a wallet that holds a little USDC.
const wallet = privateKeyToAccount(walletKey)
const fetchAndPay = wrapFetchWithPaymentFromConfig(fetch, {
  schemes: [{ network: '${accepts[0]?.network}', client: new ExactEvmScheme(wallet) }],
})

const answer = await fetchAndPay('${baseUrl}/api/v1/spatial/query', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    aoi: { type: 'Point', coordinates: [11.2558, 43.7731] },
    radius_m: 800,
  }),
})
console.log(await answer.json())`
}
