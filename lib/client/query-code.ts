import type { QueryBody } from './spatial-request.ts'

/** What the code of a query is made of beside the query. */
export type CodeFacts = { baseUrl: string; network: string; usdc: string; maxAtomic: string }

const path = '/api/v1/spatial/query'

/** Asks for the price, and sends the signed payment. Signing itself is no work for a shell. */
export function curlCode(body: QueryBody, { baseUrl }: CodeFacts): string {
  // A quote in single quotes ends, is escaped, and begins anew; the body has none but would be safe with one.
  const json = indented(body).replaceAll("'", `'\\''`)
  return `# 1. What does it cost? The answer is 402; its header PAYMENT-REQUIRED is the offer.
curl -i '${baseUrl}${path}' \\
  -H 'content-type: application/json' \\
  -d '${json}'

# 2. Sign one of the offers with your wallet (x402 version 2, scheme "exact"),
#    then send the very same body once more with the signature.
curl '${baseUrl}${path}' \\
  -H 'content-type: application/json' \\
  -H "payment-signature: $PAYMENT_SIGNATURE" \\
  -d '${json}'`
}

export function typescriptCode(body: QueryBody, { baseUrl, network, usdc, maxAtomic }: CodeFacts): string {
  return `// npm install @x402/evm @x402/fetch viem
import { ExactEvmScheme } from '@x402/evm'
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'

// A wallet with a little USDC, and the most that one call may cost.
const wallet = privateKeyToAccount(process.env.WALLET_KEY)
const pay = wrapFetchWithPaymentFromConfig(fetch, {
  schemes: [{ network: '${network}', client: new ExactEvmScheme(wallet) }],
  spendControls: {
    allowedAssets: [{ network: '${network}', asset: '${usdc}', maxAmountPerPayment: '${maxAtomic}' }],
    maxAmountPerPayment: false,
  },
})

const answer = await pay('${baseUrl}${path}', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(${indented(body)}),
})
if (!answer.ok) throw new Error(await answer.text())
const { window, observations } = await answer.json()
for (const { captured_at, geohash, observation_id } of observations)
  console.log(captured_at, geohash, observation_id)`
}

export function pythonCode(body: QueryBody, { baseUrl, network, maxAtomic }: CodeFacts): string {
  const chainId = network.replace(/^eip155:/, '')
  return `# pip install eth-account
import base64, json, os, secrets, time, urllib.error, urllib.request
from eth_account import Account

url = "${baseUrl}${path}"
body = json.dumps(${pythonOf(body)}).encode()
wallet = Account.from_key(os.environ["WALLET_KEY"])

def post(headers={}):
    request = urllib.request.Request(url, body, {"content-type": "application/json", **headers})
    try:
        return urllib.request.urlopen(request)
    except urllib.error.HTTPError as error:
        return error

# 1. What does it cost?
quote = post()
if quote.status != 402:
    raise SystemExit(quote.read().decode())
offers = json.loads(base64.b64decode(quote.headers["PAYMENT-REQUIRED"]))["accepts"]
offer = next(one for one in offers if one["network"] == "${network}")
assert int(offer["amount"]) <= ${maxAtomic}, "dearer than agreed"

# 2. Sign the offer: a USDC transfer (EIP-3009) that is good for this amount and this recipient only.
authorization = {
    "from": wallet.address, "to": offer["payTo"], "value": int(offer["amount"]), "validAfter": 0,
    "validBefore": int(time.time()) + offer["maxTimeoutSeconds"], "nonce": "0x" + secrets.token_hex(32),
}
signed = wallet.sign_typed_data(
    {"name": offer["extra"]["name"], "version": offer["extra"]["version"],
     "chainId": ${chainId}, "verifyingContract": offer["asset"]},
    {"TransferWithAuthorization": [
        {"name": "from", "type": "address"}, {"name": "to", "type": "address"},
        {"name": "value", "type": "uint256"}, {"name": "validAfter", "type": "uint256"},
        {"name": "validBefore", "type": "uint256"}, {"name": "nonce", "type": "bytes32"}]},
    authorization,
)
payment = {"x402Version": 2, "accepted": offer, "payload": {
    "signature": "0x" + signed.signature.hex().removeprefix("0x"),
    "authorization": {name: str(value) for name, value in authorization.items()},
}}

# 3. Send the same body with the payment. No answer? Send the very same again: it is charged once.
paid = post({"payment-signature": base64.b64encode(json.dumps(payment).encode()).decode()})
if paid.status != 200:
    raise SystemExit(paid.read().decode())
for one in json.load(paid)["observations"]:
    print(one["captured_at"], one["geohash"], one["observation_id"])`
}

function indented(value: unknown): string {
  return compactPairs(JSON.stringify(value, null, 2))
}

/** Positions on a line each, not a number. */
function compactPairs(json: string): string {
  return json.replace(/\[\s+(-?[\d.]+),\s+(-?[\d.]+)\s+\]/g, '[$1, $2]')
}

/** Members of a query are text, numbers, lists and objects, which Python writes as JSON does. */
function pythonOf(body: QueryBody): string {
  return indented(body)
}

/** The arguments of the tool for agents. */
export function toolCode(tool: string, body: QueryBody): string {
  return indented({ method: 'tools/call', params: { name: tool, arguments: body } })
}
