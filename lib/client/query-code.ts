import { formatUsdc } from '#lib/domain/money/money'
import type { QueryBody } from './spatial-request.ts'

// A query as code: for curl, for the published examples, and for the tools of agents.

/** Settings that the code of a query needs. */
export type CodeFacts = { baseUrl: string; network: string; usdc: string; maxAtomic: string }

const path = '/api/v1/spatial/query'

/** curl cannot sign, so that step is a program of the published examples. */
export function curlCode(body: QueryBody, { baseUrl, network, maxAtomic }: CodeFacts): string {
  return `# curl cannot sign: eip3009.py does, for no more than MAX_USDC.
# It is at ${baseUrl}/docs/examples
export WALLET_KEY=\${WALLET_KEY:?} NETWORK=${network} MAX_USDC=${formatUsdc(BigInt(maxAtomic))}
url='${baseUrl}${path}'
body='${indented(body)}'
ask() { curl -sS "$url" -H 'Content-Type: application/json' -d "$body" "$@"; }

# 1. The price: 402, with the offers in a header.
offers=$(ask -o /dev/null -D - | tr -d '\\r' | awk 'tolower($1) == "payment-required:" { print $2 }')

# 2. The signature, once.
signature=$(echo "$offers" | python3 eip3009.py)

# 3. The same request with it, until it is answered: charged once.
ask -H "PAYMENT-SIGNATURE: $signature" --retry 20 --retry-all-errors`
}

export function typescriptCode(body: QueryBody, { baseUrl, network, usdc, maxAtomic }: CodeFacts): string {
  return `// npm install @x402/core @x402/evm viem
import { x402Client, x402HTTPClient } from '@x402/core/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { privateKeyToAccount } from 'viem/accounts'

const url = '${baseUrl}${path}'
const body = JSON.stringify(${indented(body)})
const ask = async (payment: Record<string, string> = {}) => {
  const headers = { 'Content-Type': 'application/json', ...payment }
  const answer = await fetch(url, { method: 'POST', headers, body })
  // Reads the whole body here, so that an answer that breaks off throws.
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

// A wallet with a little USDC. It signs only for this token, and at most this amount.
const wallet = privateKeyToAccount(process.env.WALLET_KEY as \`0x\${string}\`)
const asset = { network: '${network}', asset: '${usdc}', maxAmountPerPayment: '${maxAtomic}' } as const
const client = new x402HTTPClient(
  x402Client.fromConfig({
    schemes: [{ network: asset.network, client: new ExactEvmScheme(wallet) }],
    spendControls: { allowedAssets: [asset], maxAmountPerPayment: false },
  }),
)

// 1. The price: 402, with the offers in a header.
const quote = await ask()
if (quote.status !== 402) throw new Error(quote.text)
const offers = client.getPaymentRequiredResponse((name) => quote.headers.get(name))

// 2. The signature, once.
const payment = client.encodePaymentSignatureHeader(await client.createPaymentPayload(offers))

// 3. The same request with it, until it is answered: charged once.
let answer = await ask(payment).catch(() => undefined)
while (!answer || answer.status === 429 || answer.status >= 500) {
  await new Promise((done) => setTimeout(done, 2_000))
  answer = await ask(payment).catch(() => undefined)
}
if (answer.status !== 200) throw new Error(\`\${answer.status}: \${answer.text}\`)

const { window, observations } = JSON.parse(answer.text)
console.log(\`\${observations.length} observations from \${window.from} to \${window.to}\`)
for (const { captured_at, geohash, observation_id, anchor } of observations)
  console.log(captured_at, geohash, observation_id, anchor.eas_url)`
}

export function pythonCode(body: QueryBody, { baseUrl, network, maxAtomic }: CodeFacts): string {
  return `# Needs cairn.py and eip3009.py beside it, and WALLET_KEY: that of a wallet
# with a little USDC. Both are at ${baseUrl}/docs/examples
import json, os

os.environ.update(CAIRN_URL="${baseUrl}", NETWORK="${network}")
from cairn import send, sign

request = ("POST", "${path}", json.dumps(${indented(body)}))

# Signed once, for no more than this, and sent until it is answered: charged once.
signature = sign(*request, max_usdc="${formatUsdc(BigInt(maxAtomic))}")
status, headers, text = send(*request, signature)
if status != 200:
    raise SystemExit(f"{status}: {text}")

result = json.loads(text)
print(len(result["observations"]), "observations from", result["window"]["from"], "to", result["window"]["to"])
for one in result["observations"]:
    print(one["captured_at"], one["geohash"], one["observation_id"], one["anchor"]["eas_url"])`
}

/** The call of an MCP tool. */
export function toolCode(tool: string, body: QueryBody): string {
  return indented({ method: 'tools/call', params: { name: tool, arguments: body } })
}

/** JSON with each position on a line of its own. It has only text, numbers, lists and objects, so it is valid Python too. */
function indented(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/\[\s+(-?[\d.e-]+),\s+(-?[\d.e-]+)\s+\]/g, '[$1, $2]')
}
