import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { encodePaymentSignatureHeader } from '@x402/core/http'
import { bringUp } from '../../testing/load/bring-up.ts'
import { openFigures } from '../../testing/load/figures.ts'
import { createPayer, type Payer, payingClient } from '../../testing/paid-service.ts'
import { noteFigure } from '../note-figure.ts'
import { quoteOf } from '../payments/reference.ts'
import { type Answered, callAtRate, callInTurn } from './call.ts'
import { describe } from './describe.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '10' },
    callers: { type: 'string', default: '128' },
    times: { type: 'string', default: '2' },
  },
})
const seconds = Number(values.seconds)
const callers = Number(values.callers)
const times = Number(values.times)
const networks = ['eip155:8453', 'eip155:5042'] as const
const path = '/api/v1/spatial/query'
const body = JSON.stringify({
  aoi: { type: 'Point', coordinates: [2.2945, 48.8584] },
  from: '2020-01-01',
  to: '2026-11-20',
})
/** One quote is good for many payments, each with a nonce of its own. */
const paymentsPerQuote = 50

let asked = 0
const figures = openFigures()
const service = await bringUp({ figures, webs: 1, workers: 1, say: print })
try {
  const { port } = service.webs[0]!
  const payer = await createPayer(service.chains, 1_000_000_000_000n)
  const url = `http://127.0.0.1:${port}`
  await callInTurn({ url, calls: await sign(url, payer, 512), callers, seconds: 60 })
  const seen: { peak: number; over: Answered[]; goodput: number }[] = []
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    const expected = seen.at(-1)?.peak ?? 400
    const peakCalls = await sign(url, payer, Math.ceil(expected * seconds * 1.3))
    const before = loadavg()[0]!
    const peakOf = await callInTurn({ url, calls: peakCalls, callers, seconds })
    const peak = paidInTime(peakOf)
    print(describe(`round ${round}, ${callers} callers in turn (load ${before.toFixed(1)})`, peakOf, seconds))
    const overCalls = await sign(url, payer, Math.ceil(times * peak * seconds))
    const over = await callAtRate({ url, calls: overCalls, perSecond: times * peak, seconds })
    const goodput = paidInTime(over)
    print(describe(`round ${round}, ${times} times that (load ${loadavg()[0]!.toFixed(1)})`, over, seconds))
    seen.push({ peak, over, goodput })
  }
  const ratios = seen.map(({ peak, goodput }) => goodput / peak).sort((a, b) => a - b)
  noteFigure({
    name: `paid answers at ${times} times the peak, of the peak`,
    value: ratios[Math.floor(ratios.length / 2)]!,
    better: 'higher',
  })
  print(`\ngoodput at ${times} times the peak: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')} of it`)
  print(
    describe(
      'all rounds beyond the peak',
      seen.flatMap(({ over }) => over),
      seconds * seen.length,
    ),
  )
} finally {
  await service.close()
}

/** Paid answers a second. */
function paidInTime(answered: readonly Answered[]): number {
  const paid = answered.filter(({ kind, status, isInTime }) => kind === 'paid' && status === 200 && isInTime)
  return paid.length / seconds
}

/** Payments for the request, signed by the stock client before the clock starts. */
async function sign(
  url: string,
  payer: Payer,
  count: number,
): Promise<{ path: string; body: string; payment: string }[]> {
  const clients = networks.map((network) => payingClient(payer, [network]))
  const calls: { path: string; body: string; payment: string }[] = []
  let quote: ReturnType<typeof quoteOf> | undefined
  for (let at = 0; at < count; at += 1) {
    if (at % paymentsPerQuote === 0) quote = quoteOf(await ask(url))
    const payload = await clients[at % clients.length]!.createPaymentPayload(quote!)
    calls.push({ path, body, payment: encodePaymentSignatureHeader(payload) })
  }
  return calls
}

async function ask(url: string): Promise<Response> {
  for (;;) {
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': `10.1.${asked >> 8}.${asked++ & 255}`,
    }
    const response = await fetch(url + path, { method: 'POST', headers, body })
    if (response.status !== 503) return response
    await sleep(500)
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
