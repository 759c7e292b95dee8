import type { DeclineReason } from '#lib/domain/bounty/decline'
import {
  accept,
  askPrice,
  cancel,
  decline,
  handIn,
  opens,
  order,
  recoverKey,
  review,
} from '#testing/month/calls'
import { decideFilm } from '#testing/month/decide'
import { type RecordedFilm, recordCheck, recordFilm, stageUpload } from '#testing/month/films'
import type { Market } from '#testing/month/market'
import type { Cast, Person } from '#testing/month/people'
import type { FilmKind, PlannedBounty } from '#testing/month/plan'

export type HandedIn = { film: RecordedFilm; by: Person; submissionId: string; isDeclined: boolean }

/** A bounty as its poster and its contributors know it. */
export type Deal = {
  plan: PlannedBounty
  bountyId: string | undefined
  /** The key that opens it, and one that was lost before. */
  token: string | undefined
  lostToken: string | undefined
  films: HandedIn[]
  /** Films that are still to be made. */
  due: { by: string; kind: FilmKind; day: number }[]
  /** How it ended, by the last request of its poster; `open` before any request. */
  end: 'open' | 'accepted' | 'cancelled' | 'expired' | 'unpaid'
  accepted: HandedIn | undefined
}

/** What all deals of a month share. */
export type Stage = {
  market: Market
  cast: Cast
  seed: number
  /** Every film that was handed in, the newest last. */
  films: HandedIn[]
  /** Uploads so far. */
  uploads: number
  /** Files that were refused because they had been handed in before. */
  refusedFiles: number
  /** Why posters declined films. */
  declines: DeclineReason[]
  /** How many requests by other wallets for its lost key were granted. */
  stolenKeys: number
}

export function openDeal(plan: PlannedBounty): Deal {
  return {
    plan,
    bountyId: undefined,
    token: undefined,
    lostToken: undefined,
    films: [],
    end: 'open',
    due: plan.films.map(({ by, kind, afterDays }) => ({ by, kind, day: plan.day + afterDays })),
    accepted: undefined,
  }
}

/** True from the evening of the day of its deadline on, and for a film already from the noon before. */
export function isOver({ plan }: Deal, day: number): boolean {
  return day >= plan.day + plan.deadlineDays
}

export async function post({ market, cast }: Stage, deal: Deal): Promise<void> {
  const { plan } = deal
  if (plan.manner === 'quote_only') {
    const status = await askPrice(market, plan)
    if (status !== 402) throw new Error(`the price was answered ${status}`)
    deal.end = 'unpaid'
    return
  }
  const { status, made } = await order(market, plan, cast.person(plan.payer))
  if (plan.manner === 'no_money') {
    if (status !== 402) throw new Error(`an empty wallet paid: ${status}`)
    deal.end = 'unpaid'
    return
  }
  if (!made) throw new Error(`the order of ${plan.payer} was answered ${status}`)
  deal.bountyId = made.bounty_id
  deal.token = made.agent_token
}

/** The wallet that paid recovers a lost key, after somebody else has tried. */
export async function recover(stage: Stage, deal: Deal): Promise<void> {
  const { market, cast } = stage
  const { plan, bountyId } = deal
  const payer = cast.person(plan.payer)
  const thief = cast.all.find((person) => !person.isHonest && person !== payer)!
  if (await recoverKey(market, plan, bountyId!, thief)) stage.stolenKeys += 1
  const token = await recoverKey(market, plan, bountyId!, payer)
  if (token === undefined) throw new Error(`${payer.name} does not get the key of ${bountyId}`)
  deal.lostToken = deal.token
  deal.token = token
}

/** Contributors hand in the films of the day, and the service checks them. */
export async function film(stage: Stage, deal: Deal, day: number): Promise<void> {
  const today = deal.due.filter((one) => one.day === day)
  for (const { by, kind } of today) await filmOne(stage, deal, stage.cast.person(by), kind)
}

async function filmOne(stage: Stage, deal: Deal, by: Person, kind: FilmKind): Promise<void> {
  const { market } = stage
  const { ctx } = market.fixture
  const isTaken = kind === 'same_file' || kind === 'copy'
  const original = stage.films.findLast((one) => one.by.isHonest && one.film.kind === 'good')?.film
  // There is nothing to take yet.
  if (isTaken && !original) return
  const number = ++stage.uploads
  const made = recordFilm({
    name: `month ${stage.seed}: film ${number}`,
    kind,
    camera: by.camera,
    place: deal.plan.place,
    now: market.now(),
    original,
  })
  const uploadId = await stageUpload(ctx, { film: made, owner: by.wallet.address, number })
  const submissionId = await handIn(market, by, { bountyId: deal.bountyId!, uploadId, said: made.said })
  if (submissionId === undefined) {
    stage.refusedFiles += 1
    return
  }
  await recordCheck(ctx, submissionId, made)
  const handedIn = { film: made, by, submissionId, isDeclined: false }
  deal.films.push(handedIn)
  stage.films.push(handedIn)
}

/** Makes the poster's decision in the evening. @returns true if money will move */
export async function decide(stage: Stage, deal: Deal, day: number): Promise<boolean> {
  const { plan } = deal
  if (isOver(deal, day)) {
    deal.end = 'expired'
    return true
  }
  const isLater = day > plan.day
  switch (plan.manner) {
    case 'careful':
      return isLater && (await decideCarefully(stage, deal, day))
    case 'careless':
    case 'own_wallet':
    case 'sybil':
    case 'ring':
    case 'buyer':
      return isLater && (await acceptFirst(stage, deal))
    case 'cancels':
      return day > plan.day + 1 && (await cancelDeal(stage, deal))
    default:
      return false
  }
}

const honestMistakes: readonly FilmKind[] = ['blurred', 'incomplete']

async function decideCarefully(stage: Stage, deal: Deal, day: number): Promise<boolean> {
  const { market } = stage
  const { plan } = deal
  const [bountyId, token] = [deal.bountyId!, deal.token!]
  const undecided = deal.films.filter(({ isDeclined }) => !isDeclined)
  if (undecided.length > 0) {
    const { submissions } = await review(market, bountyId, token)
    for (const handedIn of undecided) {
      const told = submissions.find((one) => one.submission_id === handedIn.submissionId)!
      const decision = decideFilm(told, handedIn.film.kind)
      if (decision.accept) return acceptFilm(stage, deal, handedIn)
      const { reason, text } = decision
      await decline(market, bountyId, token, {
        submissionId: handedIn.submissionId,
        reason,
        ...(text !== undefined && { text }),
      })
      handedIn.isDeclined = true
      stage.declines.push(reason)
      if (honestMistakes.includes(handedIn.film.kind))
        deal.due.push({ by: handedIn.by.name, kind: 'good', day: day + 1 })
    }
  }
  const isLastDay = isOver(deal, day + 1)
  return isLastDay && plan.index % 2 === 1 && cancelDeal(stage, deal)
}

async function acceptFirst(stage: Stage, deal: Deal): Promise<boolean> {
  const [first] = deal.films
  return first !== undefined && acceptFilm(stage, deal, first)
}

async function acceptFilm({ market }: Stage, deal: Deal, handedIn: HandedIn): Promise<boolean> {
  await accept(market, deal.bountyId!, deal.token!, handedIn.submissionId)
  deal.end = 'accepted'
  deal.accepted = handedIn
  handedIn.isDeclined = false
  return true
}

async function cancelDeal({ market }: Stage, deal: Deal): Promise<boolean> {
  await cancel(market, deal.bountyId!, deal.token!)
  deal.end = 'cancelled'
  return true
}

/** The keys of a deal that do not do what they should. */
export async function findKeyFaults({ market }: Stage, deal: Deal): Promise<string[]> {
  const { bountyId, token, lostToken } = deal
  if (bountyId === undefined) return []
  return [
    ...((await opens(market, bountyId, token!)) ? [] : [`the key of ${bountyId} does not open it`]),
    ...(lostToken !== undefined && (await opens(market, bountyId, lostToken))
      ? [`the lost key of ${bountyId} still opens it`]
      : []),
  ]
}
