import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawRound, enoughWallets, isRoundOver } from '#lib/domain/proof/publication-round'
import { findCandidates, mostLikely, type Observer, observers, scoreOf } from '#testing/publication/observe'
import {
  type Decisions,
  type Delivery,
  fraction,
  type Publication,
  publish,
  releaseFilms,
} from '#testing/publication/publish'
import { type Random, randomOf } from '#testing/simulation/random'

const maxSeconds = 21_600
const sealSeconds = 600
const rules = { maxSeconds, sealSeconds, isCollected: true }

describe('a round', () => {
  test('lasts a random time up to the longest delay, and at least three quarters of it with films of few wallets', () => {
    const draw = fc.tuple(
      fc.integer({ min: 1, max: 2_592_000 }),
      fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    )
    fc.assert(
      fc.property(draw, ([longest, drawn]) => {
        const { earlySeconds, lateSeconds } = drawRound({ maxSeconds: longest, random: () => drawn })
        expect(earlySeconds).toBeGreaterThanOrEqual(longest / 4)
        expect(earlySeconds).toBeLessThanOrEqual(longest / 2)
        expect(lateSeconds).toBeGreaterThanOrEqual((longest * 3) / 4)
        expect(lateSeconds).toBeLessThanOrEqual(longest)
      }),
    )
  })

  test('ends at its latest time in any case, and earlier only with films of enough wallets', () => {
    const times = { earlyAtMs: 1_000, lateAtMs: 3_000 }
    const isOver = (nowMs: number, wallets: number) => isRoundOver({ ...times, nowMs, wallets })
    expect(isOver(999, 10_000)).toBe(false)
    expect(isOver(1_000, enoughWallets)).toBe(true)
    expect(isOver(2_999, enoughWallets - 1)).toBe(false)
    expect(isOver(3_000, 0)).toBe(true)
  })
})

/** Four standard deviations of the number of hits by chance, which is at most the number of films. */
const bound = (chance: number) => chance + 4 * Math.sqrt(chance)

type World = { perDay: number; wallets: number }

function play(seed: number, { perDay, wallets }: World, decisions?: Decisions) {
  const random = randomOf(seed)
  const deliveries = releaseFilms(random, { count: 1_000, perDay, wallets })
  const published = publish(random, { deliveries, maxSeconds, ...(decisions && { decisions }) })
  return { deliveries, published }
}

function delaysOf(deliveries: readonly Delivery[], published: readonly Publication[]): number[] {
  return published.map(({ film, publishedAt }) => publishedAt - deliveries[film]!.releasedAt)
}

/** All attacks that an observer can make, trained on a run of its own. */
function allObservers(world: World): [name: string, observer: Observer][] {
  const own = play(1, world)
  return [...Object.entries(observers), ['mostLikely', mostLikely(delaysOf(own.deliveries, own.published))]]
}

describe('an observer of the chain and of the stream, over 1,000 deliveries', () => {
  const worlds: [name: string, world: World, share: number][] = [
    ['many releases of many wallets', { perDay: 200, wallets: 300 }, 0.1],
    ['some releases of some wallets', { perDay: 40, wallets: 60 }, 0.2],
    ['few releases', { perDay: 6, wallets: 30 }, 0.8],
  ]
  test.each(worlds)('does no better than chance among the releases of a tree: %s', (_, world, share) => {
    for (const seed of [20, 21, 22]) {
      const { deliveries, published } = play(seed, world)
      expect(published).toHaveLength(1_000)
      const seen = findCandidates(deliveries, published, rules)
      for (const { publication, releases } of seen) expect(releases).toContain(deliveries[publication.film])
      for (const [name, observer] of allObservers(world)) {
        const { hits, chance, walletHits, walletChance } = scoreOf(deliveries, seen, observer, seed)
        expect(chance / 1_000, 'the chance itself').toBeLessThan(share)
        expect(hits, `${name} with seed ${seed}`).toBeLessThan(bound(chance))
        expect(walletHits, `${name}, wallets, with seed ${seed}`).toBeLessThan(bound(walletChance))
      }
    }
  })

  test('no film waits longer than the longest delay, and none is left out', () => {
    for (const [, world] of worlds) {
      const { deliveries, published } = play(23, world)
      expect(Math.max(...delaysOf(deliveries, published))).toBeLessThanOrEqual(maxSeconds + sealSeconds + 10)
      expect(new Set(published.map(({ film }) => film)).size).toBe(1_000)
    }
  })
})

describe('the same observer wins', () => {
  const world = { perDay: 200, wallets: 300 }
  const best = (deliveries: readonly Delivery[], published: readonly Publication[], collected: boolean) => {
    const seen = findCandidates(deliveries, published, { ...rules, isCollected: collected })
    const scores = Object.values(observers).map((observer) => scoreOf(deliveries, seen, observer, 3))
    return scores.reduce((most, score) => (score.hits > most.hits ? score : most))
  }

  test('if films are published at once, also among few releases', () => {
    const atOnce: Decisions = { drawRound: () => ({ earlySeconds: 0, lateSeconds: 0 }), isRoundOver }
    const { deliveries, published } = play(30, world, atOnce)
    const { hits, chance } = best(deliveries, published, true)
    expect(hits).toBeGreaterThan(900)
    expect(chance / 1_000).toBeGreaterThan(0.9)
  })

  test('if a round is over with any film in it', () => {
    const eager: Decisions = { drawRound, isRoundOver: () => true }
    const { deliveries, published } = play(31, world, eager)
    expect(best(deliveries, published, true).hits).toBeGreaterThan(900)
  })

  const each = (random: Random, deliveries: readonly Delivery[], delay: () => number): Publication[] =>
    deliveries
      .map(({ film, capturedAt, releasedAt }) => ({
        film,
        capturedAt,
        publishedAt: releasedAt + delay() + sealSeconds,
        lot: fraction(random),
      }))
      .sort((a, b) => a.publishedAt - b.publishedAt || a.lot - b.lot)

  test('if each film has its own wait, of the same length for all', () => {
    const random = randomOf(32)
    const deliveries = releaseFilms(random, { count: 1_000, ...world })
    const { hits, chance } = best(
      deliveries,
      each(random, deliveries, () => maxSeconds / 2),
      false,
    )
    expect(hits).toBeGreaterThan(900)
    expect(chance / 1_000).toBeLessThan(0.1)
  })

  test('if each film has its own wait of random length, because those that were released first tend to be published first', () => {
    const random = randomOf(77)
    const deliveries = releaseFilms(random, { count: 1_000, perDay: 20, wallets: 60 })
    const published = each(random, deliveries, () => fraction(random) * maxSeconds)
    const { hits, chance } = best(deliveries, published, false)
    expect(hits).toBeGreaterThan(bound(chance))
  })
})
