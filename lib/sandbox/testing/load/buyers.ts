import { decodePaymentResponseHeader } from '@x402/core/http'
import { wrapFetchWithPayment } from '@x402/fetch'
import { cellBounds, geohashToCell } from '#lib/domain/geohash'
import type { LocalChains } from '#lib/sandbox/chains'
import type { Random } from '#lib/sandbox/testing/chaos/random'
import { type NetworkId, networkIds } from '#lib/sandbox/testing/chaos/stand'
import type { Ask } from '#lib/sandbox/testing/load/ask'
import type { Figures } from '#lib/sandbox/testing/load/figures'
import type { Known, World } from '#lib/sandbox/testing/load/world'
import { createPayer, type Payer, payingClient } from '#lib/sandbox/testing/paid-service'
import { observationSchema, spatialResultSchema } from '#lib/schemas/observation'
import type { PaymentContext } from '#lib/services/payments/types'

/** A wallet, and what it owes by what it was answered. */
export type Buyer = {
  payer: Payer
  network: NetworkId
  /** A request of the stock client: quoted, signed once, shown until it is answered. */
  buy: (kind: string, path: string, body?: unknown) => Promise<{ status: number; text: string }>
  /** Answers that were paid for, and what for, in millionths of a USDC. */
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
      // The client's own fetch, which asks again as it was: a signature that was shown is shown again, never made anew.
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
        // It says that this signature was not taken: another one is no second charge, and the balances will tell.
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

/** Notes that an answer came that costs something. */
export function charge(buyer: Buyer, atomic: bigint): void {
  buyer.answers += 1
  buyer.spentAtomic += atomic
}

/** Buys the observations of a place, or one by its id, and checks what came. */
export async function buyLookup(args: {
  buyer: Buyer
  world: World
  random: Random
  price: PaymentContext['env']['price']
  onKind: (kind: string) => void
}): Promise<void> {
  const { buyer, world, random, price, onKind } = args
  const known = random.pick(world.published)
  if (random.chance(0.25)) {
    onKind('paid: observation')
    const { status, text } = await buyer.buy('paid: observation', `/api/v1/observations/${known.sha256}`)
    if (status !== 200) throw new Error(`answered ${status}: ${text.slice(0, 300)}`)
    charge(buyer, price.observationAtomic)
    assertIs(observationSchema.parse(JSON.parse(text)), known)
    return
  }
  onKind('paid: spatial query')
  const bounds = cellBounds(geohashToCell(known.geohash)!)
  const body = {
    aoi: { type: 'Point', coordinates: [(bounds.west + bounds.east) / 2, (bounds.south + bounds.north) / 2] },
    radius_m: random.between(1, 100),
    limit: 1_000,
  }
  const { status, text } = await buyer.buy('paid: spatial query', '/api/v1/spatial/query', body)
  if (status !== 200) throw new Error(`answered ${status}: ${text.slice(0, 300)}`)
  charge(buyer, price.spatialQueryAtomic)
  const { observations } = spatialResultSchema.parse(JSON.parse(text))
  if (!observations.some(({ observation_id }) => observation_id === known.sha256))
    throw new Error(`the query leaves out ${known.sha256}, one of ${observations.length} of its place`)
  for (const [at, one] of observations.entries()) {
    const own = world.all.get(one.observation_id)
    if (!own) throw new Error(`the query found ${one.observation_id}, which nobody brought in`)
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
