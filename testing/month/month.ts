import { type Deal, decide, film, isOver, openDeal, post, recover, type Stage } from '#testing/month/deal'
import type { Market } from '#testing/month/market'
import { castOf, fundPosters } from '#testing/month/people'
import { monthDays, planMonth, tailDays } from '#testing/month/plan'

/** A finished month: the service after it, and the deals as each wallet recorded them. */
export type Month = Stage & { deals: readonly Deal[] }

const hours = 3_600
const paymentsAtOnce = 6

/**
 * Lets a month pass. Each morning posters order and pay, at noon contributors hand films in, and in the evening posters decide. The
 * seed determines who does what, and only the seconds differ between two runs.
 *
 * @param input.bounties at least 20
 */
export async function playMonth(
  market: Market,
  input: { bounties: number; seed: number; say?: (line: string) => void },
): Promise<Month> {
  const { seed, say = () => {} } = input
  const plan = planMonth(input)
  const cast = castOf(plan, seed)
  const stage: Stage = {
    market,
    cast,
    seed,
    films: [],
    uploads: 0,
    refusedFiles: 0,
    declines: [],
    stolenKeys: 0,
  }
  const deals = plan.map(openDeal)
  await fundPosters(market, cast, plan)
  for (let day = 0; day < monthDays + tailDays; day++) {
    await passDay(stage, deals, day)
    if (day % 5 === 4) say(`day ${day + 1}: ${deals.filter(({ end }) => end !== 'open').length} ended`)
  }
  return { ...stage, deals }
}

async function passDay(stage: Stage, deals: readonly Deal[], day: number): Promise<void> {
  const { market } = stage
  const today = deals.filter(({ plan }) => plan.day === day)
  await inTurns(today, paymentsAtOnce, (deal) => post(stage, deal))
  if (today.some(isPaid)) await market.work()
  for (const deal of today) if (isPaid(deal) && deal.plan.losesKey) await recover(stage, deal)
  await market.pass(6 * hours)
  // One after the other, so that the order of films is that of the plan.
  for (const deal of deals) if (isOpen(deal, day) && !isOver(deal, day)) await film(stage, deal, day)
  await market.pass(6 * hours)
  let moves = false
  for (const deal of deals) if (isOpen(deal, day)) moves = (await decide(stage, deal, day)) || moves
  if (moves) await market.work()
  await market.publish()
  await market.pass(12 * hours)
}

const isPaid = ({ bountyId }: Deal) => bountyId !== undefined
const isOpen = (deal: Deal, day: number) => isPaid(deal) && deal.end === 'open' && deal.plan.day <= day

/** Runs something for each item, a few at a time. */
async function inTurns<Item>(
  items: readonly Item[],
  atOnce: number,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  const takeTurns = async () => {
    for (const item of waiting) await run(item)
  }
  await Promise.all(Array.from({ length: atOnce }, takeTurns))
}
