// Finds what was captured around a point, pays for the answer, and prints observations and receipt.
//
//   npm install @x402/fetch @x402/evm viem
//   CAIRN_URL=https://… WALLET_KEY=0x… node query.ts 11.2555 43.7723 2026-01-01
//
// NETWORK: eip155:8453 (Base, unless told) or eip155:5042 (Arc). MAX_USDC: never sign for more, 0.01 unless told.
// PAY_ANYWAY=1: pay also if the price says that the answer is empty, or that members were ignored.

import { decodePaymentResponseHeader } from '@x402/fetch'
import { formatUnits } from 'viem'
import { type ApiRequest, send, sign, stop } from './pay.ts'

type Observation = {
  observation_id: string
  geohash: string
  captured_at: string
  anchor: { eas_url: string }
}
type Result = { window: { from: string; to: string }; observations: Observation[] }

const [longitude, latitude, from] = process.argv.slice(2)
if (latitude === undefined) stop('usage: node query.ts LONGITUDE LATITUDE [FROM]')
const request: ApiRequest = {
  method: 'POST',
  path: '/api/v1/spatial/query',
  body: JSON.stringify({
    aoi: { type: 'Point', coordinates: [Number(longitude), Number(latitude)] },
    radius_m: 800,
    from, // left out: the last seven days
  }),
}

const signature = await sign(request, process.env.MAX_USDC ?? '0.01')
const answer = await send(request, signature)
if (!answer.ok) stop(`${answer.status}: ${await answer.text()}`)

const { window, observations } = (await answer.json()) as Result
console.log(`${observations.length} observations from ${window.from} to ${window.to}`)
for (const { captured_at, geohash, observation_id, anchor } of observations)
  console.log(`${captured_at}  ${geohash}  ${observation_id}  ${anchor.eas_url}`)

const receipt = decodePaymentResponseHeader(answer.headers.get('PAYMENT-RESPONSE')!)
const paid = (JSON.parse(atob(signature)) as { accepted: { amount: string } }).accepted.amount
console.log(`Paid ${formatUnits(BigInt(paid), 6)} USDC on ${receipt.network} in ${receipt.transaction}`)
