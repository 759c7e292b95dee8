import { drawRound, isRoundOver } from '#lib/domain/proof/publication-round'
import type { Random } from '#testing/simulation/random'

/** A film whose release is final. Every time is in seconds. */
export type Delivery = { film: number; wallet: number; releasedAt: number; capturedAt: number }

/** What anyone can see of a film: when it was made, and when it became visible, with all others of its tree. */
export type Publication = { film: number; capturedAt: number; publishedAt: number }

/** The decisions of the service, which a test may replace with broken ones. */
export type Decisions = { drawRound: typeof drawRound; isRoundOver: typeof isRoundOver }
const ourDecisions: Decisions = { drawRound, isRoundOver }

const day = 86_400

/**
 * Releases at independent random times, all of one cell, so that the place of an observation tells nothing. A poster decides within a
 * week of the filming. A few wallets deliver more than others.
 *
 * @param input.perDay the mean number of releases in a day
 */
export function releaseFilms(
  random: Random,
  input: { count: number; perDay: number; wallets: number },
): Delivery[] {
  let releasedAt = 30 * day
  return Array.from({ length: input.count }, (_, film) => {
    releasedAt += (-Math.log(1 - fraction(random)) * day) / input.perDay
    return {
      film,
      wallet: Math.floor(fraction(random) ** 1.5 * input.wallets),
      releasedAt,
      capturedAt: releasedAt - fraction(random) * 7 * day,
    }
  })
}

/** A number from 0 up to, not including, 1. */
export function fraction(random: Random): number {
  return random.below(2 ** 32) / 2 ** 32
}

const treeEverySeconds = 600

/**
 * Publishes films as the service does: a delivered film joins the open round, and a worker checks every ten seconds whether
 * the round is over. A tree is sealed some time after the end of a round. Its leaves are in random order.
 */
export function publish(
  random: Random,
  input: { deliveries: readonly Delivery[]; maxSeconds: number; decisions?: Decisions },
): Publication[] {
  const { deliveries, maxSeconds, decisions = ourDecisions } = input
  const published: Publication[] = []
  let round: { films: Delivery[]; earlyAtMs: number; lateAtMs: number } | undefined
  const endRound = (now: number) => {
    if (!round) return
    const { films, earlyAtMs, lateAtMs } = round
    const wallets = new Set(films.map(({ wallet }) => wallet)).size
    if (!decisions.isRoundOver({ nowMs: now * 1_000, earlyAtMs, lateAtMs, wallets })) return
    const publishedAt = now + treeEverySeconds
    for (const { film, capturedAt } of shuffle(random, films))
      published.push({ film, capturedAt, publishedAt })
    round = undefined
  }
  let now = deliveries[0]!.releasedAt
  const left = [...deliveries]
  while (left.length > 0 || round) {
    now = round ? now + 10 : left[0]!.releasedAt
    while (left.length > 0 && left[0]!.releasedAt <= now) {
      const delivery = left.shift()!
      // Just before it, since it belongs to the next round.
      endRound(delivery.releasedAt - 0.001)
      round ??= { films: [], ...timesOf(decisions, random, delivery.releasedAt, maxSeconds) }
      round.films.push(delivery)
    }
    endRound(now)
  }
  return published
}

function timesOf(decisions: Decisions, random: Random, openedAt: number, maxSeconds: number) {
  const { earlySeconds, lateSeconds } = decisions.drawRound({ maxSeconds, random: () => fraction(random) })
  return { earlyAtMs: (openedAt + earlySeconds) * 1_000, lateAtMs: (openedAt + lateSeconds) * 1_000 }
}

function shuffle<Item>(random: Random, items: readonly Item[]): Item[] {
  const shuffled = [...items]
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = random.below(i + 1)
    ;[shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!]
  }
  return shuffled
}
