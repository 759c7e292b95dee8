import { findByAudit, findUnrest } from '#testing/chaos/checker'
import { networkIds, type ServiceFixture } from '#testing/chaos/service-fixture'
import type { Service } from '#testing/load/bring-up'
import { type Buyer, fundsAtomic } from '#testing/load/buyers'
import { compareHeard, type Listener } from '#testing/load/listeners'
import type { Posted } from '#testing/load/posters'
import type { Reading, Watch } from '#testing/load/watch'
import { revenue, treasury, usdcBalance } from '#testing/paid-service'

/**
 * Compares, once everything is at rest, what clients were told with what the journal and the chains say.
 *
 * @returns every violation, in words
 */
export async function judge(args: {
  service: Service
  buyers: readonly Buyer[]
  bounties: readonly Posted[]
  listeners: readonly Listener[]
  revenueBefore: ReadonlyMap<string, bigint>
}): Promise<string[]> {
  const { service, bounties, listeners } = args
  const { ctx } = service
  return [
    ...(await findUnrest(ctx)),
    // `findByAudit` only reads the context of the fixture.
    ...(await findByAudit({ ctx } as Pick<ServiceFixture, 'ctx'>)),
    ...(await checkBuyers(args)),
    ...(await checkTakings(args)),
    ...(await checkBounties(service, bounties)),
    ...(await checkHeard(service, listeners)),
  ]
}

/** Each wallet lacks what its answers cost, and the journal has as many payments of it as it has answers. */
async function checkBuyers({
  service: { ctx, chains },
  buyers,
}: {
  service: Service
  buyers: readonly Buyer[]
}): Promise<string[]> {
  const rows = await ctx.sql<{ network: string; payer: string; count: number }[]>`
    select network, payer, count(*)::int as count from payment where state = 'settled' group by network, payer`
  const settled = new Map(rows.map(({ network, payer, count }) => [`${network} ${payer}`, count]))
  const found = await Promise.all(
    buyers.map(async ({ payer, network, answers, spentAtomic }) => {
      const name = `${network} ${payer.address.toLowerCase()}`
      const left = await usdcBalance(chains.networks[network], payer.address)
      const journalled = settled.get(name) ?? 0
      return [
        ...(fundsAtomic - left === spentAtomic
          ? []
          : [`${name} lacks ${fundsAtomic - left}, and its ${answers} answers cost ${spentAtomic}`]),
        ...(journalled === answers
          ? []
          : [`${name} has ${answers} answers and ${journalled} settled payments`]),
      ]
    }),
  )
  const own = new Set(buyers.map(({ payer, network }) => `${network} ${payer.address.toLowerCase()}`))
  const strangers = [...settled.keys()].filter((name) => !own.has(name))
  return [...found.flat(), ...strangers.map((name) => `${name} paid, and is nobody's wallet`)]
}

/** The revenue equals the price of all look-ups, and the treasury is empty once all bounties have ended. */
async function checkTakings({
  service: { ctx, chains },
  revenueBefore,
}: {
  service: Service
  revenueBefore: ReadonlyMap<string, bigint>
}): Promise<string[]> {
  const violations: string[] = []
  for (const id of networkIds) {
    const network = chains.networks[id]
    const [row] = await ctx.sql<{ sum: string }[]>`
      select coalesce(sum(amount_atomic), 0)::text as sum from payment
      where state = 'settled' and network = ${id} and pay_to = ${revenue.toLowerCase()}`
    const earned = (await usdcBalance(network, revenue)) - (revenueBefore.get(id) ?? 0n)
    if (earned !== BigInt(row!.sum)) violations.push(`${id} earned ${earned}, the journal says ${row!.sum}`)
    const held = await usdcBalance(network, network.escrow)
    if (held !== 0n) violations.push(`the escrow of ${id} holds ${held} for no open bounty`)
    const kept = await usdcBalance(network, treasury)
    const [start] = [revenueBefore.get(`${id} treasury`) ?? 0n]
    if (kept !== start) violations.push(`the treasury of ${id} holds ${kept}, and began with ${start}`)
  }
  return violations
}

export async function readBalances({ chains }: Service): Promise<Map<string, bigint>> {
  const found = new Map<string, bigint>()
  for (const id of networkIds) {
    found.set(id, await usdcBalance(chains.networks[id], revenue))
    found.set(`${id} treasury`, await usdcBalance(chains.networks[id], treasury))
  }
  return found
}

async function checkBounties({ ctx, chains }: Service, bounties: readonly Posted[]): Promise<string[]> {
  const [row] = await ctx.sql<{ count: number }[]>`select count(*)::int as count from bounty`
  const found = await Promise.all(
    bounties
      .filter(({ ending }) => ending === 'accepted')
      .map(async ({ buyer, bountyId, contributor, amountAtomic }) => {
        const got = await usdcBalance(chains.networks[buyer.network], contributor)
        return got === amountAtomic ? [] : [`the contributor of ${bountyId} has ${got}, not ${amountAtomic}`]
      }),
  )
  return [
    ...found.flat(),
    ...(row!.count === bounties.length
      ? []
      : [`there are ${row!.count} bounties, and ${bounties.length} were asked for`]),
  ]
}

/** Published observations, in the order of publication. */
export async function publishedIds({ ctx }: Pick<Service, 'ctx'>, afterPosition: number): Promise<string[]> {
  const rows = await ctx.sql<{ id: string }[]>`
    select encode(sha256, 'hex') as id from feed where position > ${String(afterPosition)}::bigint order by position`
  return rows.map(({ id }) => id)
}

async function checkHeard(service: Service, listeners: readonly Listener[]): Promise<string[]> {
  // The demo photographs were published before anybody listened, and are of other places.
  const published = await publishedIds(service, service.samples.length)
  return listeners.flatMap(({ heard }, at) => {
    const difference = compareHeard(heard, published)
    return difference === undefined ? [] : [`listener ${at + 1}: ${difference}`]
  })
}

const warmUpMs = 3 * 60_000
const leakShare = 1.3
const leakMb = 80
const mostMb = 1_500

/** A process that grows as long as it lives: the last third of a life against its first one after it is warm. */
export function findLeaks({ usage, databaseConnections }: Watch): string[] {
  const violations: string[] = []
  const median = (readings: readonly Reading[], of: 'rssMb' | 'files') =>
    readings.map((reading) => reading[of]).sort((a, b) => a - b)[Math.floor(readings.length / 2)] ?? 0
  for (const [name, lives] of usage)
    for (const life of lives) {
      const most = Math.max(0, ...life.map(({ rssMb }) => rssMb))
      if (most > mostMb) violations.push(`${name} held ${Math.round(most)} MB`)
      const warm = life.filter(({ at }) => at - life[0]!.at > warmUpMs)
      const third = Math.floor(warm.length / 3)
      if (third < 20) continue
      const [first, last] = [warm.slice(0, third), warm.slice(-third)]
      const [before, after] = [median(first, 'rssMb'), median(last, 'rssMb')]
      if (after > before * leakShare && after > before + leakMb)
        violations.push(`${name} grew from ${Math.round(before)} to ${Math.round(after)} MB in its life`)
      if (median(last, 'files') > 2 * median(first, 'files') + 50)
        violations.push(`${name} keeps more and more files open: ${median(last, 'files')}`)
    }
  const third = Math.floor(databaseConnections.length / 3)
  const [early, late] = [databaseConnections.slice(0, third), databaseConnections.slice(-third)]
  if (third >= 20 && Math.max(...late) > 1.5 * Math.max(...early) + 20)
    violations.push(`database connections grew from ${Math.max(...early)} to ${Math.max(...late)}`)
  return violations
}
