import { bytesToHex, type Hex, zeroAddress } from 'viem'
import type { BountyState } from '#lib/domain/bounty/bounty'
import { type ChainBooks, lower, readChainBooks } from '#testing/chaos/chain-books'
import { checkOutbox } from '#testing/chaos/check-outbox'
import { findUnrest } from '#testing/chaos/checker'
import { type NetworkId, networkIds } from '#testing/chaos/service-fixture'
import type { Deal } from '#testing/month/deal'
import type { Month } from '#testing/month/month'
import { fundsAtomic, isFunded } from '#testing/month/people'
import { treasury as treasuryAddress } from '#testing/paid-service'

const treasury = lower(treasuryAddress)
const states: Record<string, BountyState> = {
  accepted: 'accepted',
  cancelled: 'cancelled',
  expired: 'expired_refunded',
}
const exits = { accepted: 'released', cancelled: 'cancelled', expired: 'refunded' } as const

/**
 * Every cent of the month: each paid bounty was posted once and left the escrow once, to whom its poster meant; every wallet has
 * what it began with, less what it spent, and what it earned; treasury and escrow are empty; and nobody else moved anything.
 */
export async function checkMoney(month: Month): Promise<string[]> {
  const { market } = month
  const found: string[] = await findUnrest(market.fixture.ctx)
  for (const network of networkIds) {
    const books = await readChainBooks(market.fixture.chains.networks[network], market.fromBlock[network])
    const say = (what: string) => void found.push(`${network}: ${what}`)
    const paid = month.deals.filter(({ plan, bountyId }) => plan.network === network && bountyId)
    for (const deal of paid) await checkDeal(month, deal, books, say)
    await checkBalances(month, network, books, say)
    await checkOutbox({
      fixture: { sql: market.fixture.ctx.sql, networks: market.fixture.chains.networks },
      network,
      books,
      say,
    })
  }
  return found
}

type Row = { state: BountyState; ref: Uint8Array }

async function checkDeal(
  { market, cast }: Month,
  deal: Deal,
  books: ChainBooks,
  say: (what: string) => void,
): Promise<void> {
  const { plan, bountyId, end, accepted } = deal
  const sayOf = (what: string) => say(`bounty ${bountyId} (${plan.manner}, ${end}): ${what}`)
  const [row] = await market.fixture.ctx.sql<Row[]>`
    select state, ref from bounty where bounty_id = ${bountyId!}`
  if (!row) return sayOf('is not there')
  if (end === 'open' || end === 'unpaid') return sayOf('never ended')
  if (row.state !== states[end]) sayOf(`is ${row.state}`)
  const price = BigInt(plan.amountUsdc) * 1_000_000n
  const payer = lower(cast.person(plan.payer).wallet.address)
  const posts = books.posted.filter((post) => post.ref === bytesToHex(row.ref))
  const [posted] = posts
  if (posts.length !== 1) return sayOf(`was posted ${posts.length} times`)
  if (posted!.refundTo !== payer || posted!.amount !== price) sayOf('was posted with other terms')
  const own = books.exits.filter(({ id }) => id === posted!.id)
  const [exit] = own
  if (own.length !== 1) return sayOf(`left the escrow ${own.length} times`)
  const to = accepted ? lower(accepted.by.wallet.address) : payer
  if (exit!.kind !== exits[end] || exit!.to !== to || exit!.amount !== price)
    sayOf(`${exit!.kind} ${exit!.amount} to ${exit!.to}`)
}

async function checkBalances(
  { market, cast, deals }: Month,
  network: NetworkId,
  books: ChainBooks,
  say: (what: string) => void,
): Promise<void> {
  const plan = deals.map((deal) => deal.plan)
  const escrow = lower(market.fixture.chains.networks[network].escrow)
  let given = 0n
  let sum = 0n
  for (const { name, wallet } of cast.all) {
    const funds = isFunded(name, plan) ? fundsAtomic : 0n
    const accepted = deals.filter((deal) => deal.accepted && deal.plan.network === network)
    const priceOf = (deal: Deal) => BigInt(deal.plan.amountUsdc) * 1_000_000n
    const sumOf = (some: Deal[]) => some.reduce((total, deal) => total + priceOf(deal), 0n)
    const spent = sumOf(accepted.filter((deal) => deal.plan.payer === name))
    const earned = sumOf(accepted.filter((deal) => deal.accepted!.by.name === name))
    const has = await books.balanceOf(wallet.address)
    const wanted = funds - spent + earned
    if (has !== wanted) say(`${name} has ${has}, not ${wanted}`)
    given += funds
    sum += has
  }
  const [inEscrow, inTreasury] = await Promise.all([books.balanceOf(escrow), books.balanceOf(treasury)])
  if (inEscrow !== 0n || books.totalOpen !== 0n)
    say(`the escrow still has ${inEscrow} and owes ${books.totalOpen}`)
  if (inTreasury !== 0n) say(`the treasury still has ${inTreasury}`)
  if (sum + inEscrow + inTreasury !== given) say(`of ${given} there are ${sum + inEscrow + inTreasury}`)
  const known = new Set<Hex>([
    ...[lower(zeroAddress), escrow, treasury],
    ...cast.all.map(({ wallet }) => lower(wallet.address)),
  ])
  for (const { from, to, value, tx } of books.transfers)
    if (!known.has(from) || !known.has(to)) say(`${value} moved from ${from} to ${to} in ${tx}`)
}
