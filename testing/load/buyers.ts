import { decodePaymentResponseHeader } from '@x402/core/http'
import { wrapFetchWithPayment } from '@x402/fetch'
import { cellBounds, geohashToCell } from '#lib/domain/geo/geohash'
import { getObservation, queryObservations } from '#lib/operations/observations'
import { fixedPriceAtomic } from '#lib/operations/price'
import { observationSchema, spatialResultSchema } from '#lib/schemas/observation'
import type { PaymentContext } from '#lib/services/payments/types'
import type { LocalChains } from '#sandbox/chains'
import type { Random } from '#testing/chaos/random'
import { type NetworkId, networkIds } from '#testing/chaos/service-fixture'
import type { Ask } from '#testing/load/ask'
import type { Figures } from '#testing/load/figures'
import type { Known, World } from '#testing/load/world'
import { createPayer, type Payer, payingClient } from '#testing/paid-service'

// Buyers of a load test: their wallets, and what they paid and got.

/** A wallet, and the amount it should have paid by the answers it got. */
export type Buyer = {
  payer: Payer
  network: NetworkId
  /** A paid request by the stock client: it gets a quote, signs once, and retries until it is answered. */
  buy: (kind: string, path: string, body?: unknown) => Promise<{ status: number; text: string }>
  /** The number of paid answers. Their total price is `spentAtomic`, in millionths of a USDC. */
  answers: number
  spentAtomic: bigint
}

export const fundsAtomic = 1_000_000_000_000n
const maxSignatures = 5

export async function createBuyers(args: {
  chains: LocalChains
  figures: Figures
  ask: Ask
  baseUrl: string
  perNetwork: number
}): Promise<Buyer[]> {
  const buyers: Buyer[] = []
  for (let at = 0; at < args.perNetwork; at++)
    for (const network of networkIds)
      buyers.push(openBuyer(args, network, await createPayer(args.chains, fundsAtomic)))
  return buyers
}

function openBuyer(
  { figures, ask, baseUrl }: { figures: Figures; ask: Ask; baseUrl: string },
  network: NetworkId,
  payer: Payer,
): Buyer {
  const buyer: Buyer = {
    payer,
    network,
    answers: 0,
    spentAtomic: 0n,
    buy: async (kind, path, body) => {
      // The client's own fetch, which repeats a request unchanged: it sends the same signature again and never a new one.
      const again = async (request: Request) => {
        const { pathname, search } = new URL(request.url)
        const { status, headers, text } = await ask({
          kind,
          path: pathname + search,
          method: request.method,
          headers: Object.fromEntries(request.headers),
          ...(request.method === 'GET' ? {} : { body: await request.text() }),
        })
        return new Response(text, { status, headers })
      }
      const fetch = wrapFetchWithPayment(again as typeof globalThis.fetch, payingClient(payer, [network]))
      const init =
        body === undefined
          ? {}
          : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      for (let signatures = 1; ; signatures++) {
        const response = await fetch(`${baseUrl}${path}`, init)
        const text = await response.text()
        // The service refused this signature, so another one must not charge twice. The balances are checked at the end.
        if (response.status === 402 && signatures < maxSignatures) {
          figures.countError(kind, `402 ${/"reason":"([^"]+)"/.exec(text)?.[1] ?? ''}`)
          continue
        }
        const settled = response.headers.get('payment-response')
        if (response.ok && (settled === null || !decodePaymentResponseHeader(settled).success))
          throw new Error(`answered ${response.status} without a settlement: ${settled}`)
        return { status: response.status, text }
      }
    },
  }
  return buyer
}

/** Counts an answer and its price. */
export function charge(buyer: Buyer, atomic: bigint): void {
  buyer.answers += 1
  buyer.spentAtomic += atomic
}

/** Buys the observations of a place, or one by its id, and checks what came. */
export async function buyLookup(args: {
  buyer: Buyer
  world: World
  random: Random
  env: PaymentContext['env']
  onKind: (kind: string) => void
}): Promise<void> {
  const { buyer, world, random, env, onKind } = args
  const known = random.pick(world.published)
  if (random.chance(0.25)) {
    onKind('paid: observation')
    const { status, text } = await buyer.buy('paid: observation', `/api/v1/observations/${known.sha256}`)
    if (status !== 200) throw new Error(`answered ${status}: ${text.slice(0, 300)}`)
    charge(buyer, fixedPriceAtomic(getObservation, env))
    assertIs(observationSchema.parse(JSON.parse(text)), known)
    return
  }
  onKind('paid: spatial query')
  const bounds = cellBounds(geohashToCell(known.geohash)!)
  const body = {
    aoi: { type: 'Point', coordinates: [(bounds.west + bounds.east) / 2, (bounds.south + bounds.north) / 2] },
    radius_m: random.between(1, 100),
    // Some of the demo captures are of 2008.
    from: '2008-01-01',
    limit: 1_000,
  }
  const { status, text } = await buyer.buy('paid: spatial query', '/api/v1/spatial/query', body)
  if (status !== 200) throw new Error(`answered ${status}: ${text.slice(0, 300)}`)
  charge(buyer, fixedPriceAtomic(queryObservations, env))
  const { observations } = spatialResultSchema.parse(JSON.parse(text))
  if (!observations.some(({ observation_id }) => observation_id === known.sha256))
    throw new Error(`the query leaves out ${known.sha256}, one of ${observations.length} of its place`)
  for (const [at, one] of observations.entries()) {
    const own = world.all.get(one.observation_id)
    if (!own) throw new Error(`the query found ${one.observation_id}, which was never ingested`)
    assertIs(one, own)
    const before = observations[at - 1]
    if (before && before.captured_at < one.captured_at) throw new Error('the query is not in order')
  }
}

function assertIs(
  said: { observation_id: string; geohash: string; captured_at: string },
  known: Known,
): void {
  const { observation_id, geohash, captured_at } = said
  if (observation_id !== known.sha256 || geohash !== known.geohash || captured_at !== known.capturedAt)
    throw new Error(`${known.sha256} was answered as ${JSON.stringify(said).slice(0, 300)}`)
}
