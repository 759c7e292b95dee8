import { type Random, randomOf } from '#testing/simulation/random'
import { type Delivery, fraction, type Publication } from './publish.ts'

/** The public data of a release on the chain: its time, and the wallet that was paid. */
export type Release = Pick<Delivery, 'releasedAt' | 'wallet'>

/** A publication with the releases that could be its own, the oldest first. Nobody who knows only public data can exclude one of them. */
export type Candidates = { publication: Publication; releases: readonly Release[] }

/** Guesses the release of each publication. */
export type Observer = (seen: readonly Candidates[], random: Random) => Map<number, Release>

/**
 * Finds the candidates of each publication: released after the film was made, within the longest delay, and in the time of its tree,
 * since a tree publishes everything that was released since the tree before.
 */
export function findCandidates(
  releases: readonly Release[],
  published: readonly Publication[],
  rules: { maxSeconds: number; sealSeconds: number; isCollected: boolean },
): Candidates[] {
  const ends = [...new Set(published.map(({ publishedAt }) => publishedAt - rules.sealSeconds))].sort(
    (a, b) => a - b,
  )
  return published.map((publication) => {
    const end = publication.publishedAt - rules.sealSeconds
    const previous = rules.isCollected ? (ends[ends.indexOf(end) - 1] ?? -Infinity) : -Infinity
    // A worker ends a round up to ten seconds late.
    const first = Math.max(previous, end - rules.maxSeconds - 10)
    return {
      publication,
      releases: releases.filter(
        ({ releasedAt }) => releasedAt > first && releasedAt <= end && releasedAt >= publication.capturedAt,
      ),
    }
  })
}

/** The last release before the publication. */
const nearest: Observer = (seen) => guessEach(seen, ({ releases }) => releases.at(-1))

/** Those that were released first are published first, and of one tree, those that were made first. */
const inOrder: Observer = (seen) => {
  const all = [...new Set(seen.flatMap(({ releases }) => releases))].sort(
    (a, b) => a.releasedAt - b.releasedAt,
  )
  const sorted = seen
    .map(({ publication }) => publication)
    .sort((a, b) => a.publishedAt - b.publishedAt || a.capturedAt - b.capturedAt)
  return new Map(sorted.flatMap(({ film }, at) => (all[at] ? [[film, all[at]] as const] : [])))
}

/** The first release after the film was made. */
const firstAfterCapture: Observer = (seen) => guessEach(seen, ({ releases }) => releases[0])

/** Any of the candidates. */
const byLot: Observer = (seen, random) =>
  guessEach(seen, ({ releases }) => releases[Math.floor(fraction(random) * releases.length)])

/**
 * The most likely delay. The observer runs the service's code with seeds of its own to learn how often each delay occurs.
 *
 * @param delays in seconds
 */
export function mostLikely(delays: readonly number[]): Observer {
  const widthSeconds = 300
  const counts = new Map<number, number>()
  for (const delay of delays) {
    const bin = Math.floor(delay / widthSeconds)
    counts.set(bin, (counts.get(bin) ?? 0) + 1)
  }
  return (seen) =>
    guessEach(seen, ({ publication, releases }) => {
      const likelihood = ({ releasedAt }: Release) =>
        counts.get(Math.floor((publication.publishedAt - releasedAt) / widthSeconds)) ?? 0
      return [...releases].sort((a, b) => likelihood(b) - likelihood(a))[0]
    })
}

/**
 * Joins all of it: the films of a tree are given to its releases so that no release is given twice, those with the fewest candidates
 * first, each to the first release after the film was made.
 */
const eachOnce: Observer = (seen) => {
  const given = new Set<Release>()
  const guesses = new Map<number, Release>()
  for (const { publication, releases } of [...seen].sort((a, b) => a.releases.length - b.releases.length)) {
    const free = releases.filter((release) => !given.has(release))
    const guess = (free.length > 0 ? free : releases)[0]
    if (!guess) continue
    given.add(guess)
    guesses.set(publication.film, guess)
  }
  return guesses
}

export const observers: Record<string, Observer> = {
  nearest,
  inOrder,
  firstAfterCapture,
  eachOnce,
  byLot,
}

function guessEach(
  seen: readonly Candidates[],
  choose: (candidates: Candidates) => Release | undefined,
): Map<number, Release> {
  return new Map(
    seen.flatMap((candidates) => {
      const guess = choose(candidates)
      return guess ? [[candidates.publication.film, guess] as const] : []
    }),
  )
}

/** How often a guess was right, and how often guessing by chance within the candidates is right, as numbers of films. */
export type Score = { hits: number; chance: number; walletHits: number; walletChance: number }

/** Compares guesses of an observer with the truth. */
export function scoreOf(
  deliveries: readonly Delivery[],
  seen: readonly Candidates[],
  observer: Observer,
  seed: number,
): Score {
  const guesses = observer(seen, randomOf(seed))
  const truth = new Map(deliveries.map((delivery) => [delivery.film, delivery]))
  const score: Score = { hits: 0, chance: 0, walletHits: 0, walletChance: 0 }
  for (const { publication, releases } of seen) {
    const own = truth.get(publication.film)!
    const guess = guesses.get(publication.film)
    if (guess === own) score.hits++
    if (guess?.wallet === own.wallet) score.walletHits++
    score.chance += 1 / releases.length
    score.walletChance += mostFrequent(releases) / releases.length
  }
  return score
}

/** The number of releases to the wallet that has most of them: the best guess at the wallet. */
function mostFrequent(releases: readonly Release[]): number {
  const counts = new Map<number, number>()
  for (const { wallet } of releases) counts.set(wallet, (counts.get(wallet) ?? 0) + 1)
  return Math.max(...counts.values())
}
