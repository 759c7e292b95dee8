import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Wallets } from '#lib/domain/geo/claim-confidence'
import { connectFilms } from '#lib/domain/geo/connect-films'
import { type AgedClaim, groundTruthScore, unsignedBound } from '#lib/domain/geo/ground-truth-score'

/**
 * An attacker who invents films: rendered, with any declared place and time, or with edited metadata, and handed in under own
 * bounties. Wallets cost nothing, and the money of a bounty comes back to its payer. What cannot be invented is a signature of a
 * trusted camera, and access to the operator's ingestion.
 */
const maxAgeSeconds = 7 * 86_400
/** Edited metadata, fresh, of films that passed the check, in every cell: the best that can be invented. */
const bound = 0.14

type Seen = Omit<AgedClaim, 'source'>

const invented = (wallets: Wallets, claim: Partial<Seen> = {}): Seen => ({
  ageSeconds: 0,
  origin: 'file',
  isChecked: true,
  wallets,
  ...claim,
})
/** As a query does it: the films of each cell are connected, and the result is scored. */
const scoreOf = (area: readonly Seen[][], cells = area.length) => {
  const evidence = area.map((cell) => {
    const { sourceOf } = connectFilms(cell.flatMap(({ wallets }) => wallets ?? []))
    return cell.map((claim): AgedClaim => ({ ...claim, source: claim.wallets && sourceOf(claim.wallets)! }))
  })
  return groundTruthScore({ cells, maxAgeSeconds, evidence })
}

const films = 200
const cells = 40
const strategies: Record<string, (index: number, cell: number) => Wallets> = {
  'a new contributor and a new payer for each film': (index, cell) => ({
    contributor: `c${cell} ${index}`,
    payer: `p${cell} ${index}`,
  }),
  'a new contributor for each film, one payer': (index, cell) => ({
    contributor: `c${cell} ${index}`,
    payer: 'p',
  }),
  'one contributor, a new payer for each film': (index, cell) => ({
    contributor: 'c',
    payer: `p${cell} ${index}`,
  }),
  'each wallet pays itself': (index) => ({ contributor: `w${index}`, payer: `w${index}` }),
  'wallets that pay each other in a ring': (index) => ({
    contributor: `w${index}`,
    payer: `w${(index + 1) % films}`,
  }),
  'the same pairs in every cell': (index) => ({ contributor: `c${index}`, payer: `p${index}` }),
}

describe('invented films in every cell, all fresh, score below 0.5', () => {
  test.each(Object.entries(strategies))('%s', (_, walletsOf) => {
    for (const origin of ['declared', 'file'] as const) {
      const area = Array.from({ length: cells }, (_, cell) =>
        Array.from({ length: films }, (_, index) => invented(walletsOf(index, cell), { origin })),
      )
      const { score, parts } = scoreOf(area)
      expect(parts).toMatchObject({ coverage: 1, independence: 0 })
      expect(score).toBe(bound)
    }
  })
})

const wallet = fc.integer({ min: 0, max: 1_000_000 }).map((number) => `w${number}`)
const anyInvented = fc.record<Seen>({
  ageSeconds: fc.integer({ min: 0, max: maxAgeSeconds }),
  origin: fc.constantFrom('declared', 'file'),
  isChecked: fc.boolean(),
  wallets: fc.record<Wallets>({ contributor: wallet, payer: wallet }),
})
const anyCells = fc.array(fc.array(anyInvented, { minLength: 1, maxLength: 30 }), {
  minLength: 1,
  maxLength: 30,
})

test('any number of invented films, of any wallets and ages, that cover the area score strictly below 0.5', () => {
  fc.assert(
    fc.property(anyCells, (evidence) => {
      const { score } = scoreOf(evidence)
      expect(score).toBeLessThan(0.5)
      expect(score).toBeLessThanOrEqual(bound)
    }),
    { numRuns: 500 },
  )
})

test('without a trusted signature the operator cannot reach 0.5 either, also beside invented films', () => {
  const unsigned = fc.record<Seen>({
    ageSeconds: fc.nat(),
    origin: fc.constantFrom('declared', 'file'),
    isChecked: fc.boolean(),
    wallets: fc.option(fc.record<Wallets>({ contributor: wallet, payer: wallet }), { nil: null }),
  })
  fc.assert(
    fc.property(fc.array(fc.array(unsigned, { minLength: 1 }), { minLength: 1 }), (evidence) => {
      expect(scoreOf(evidence).score).toBeLessThanOrEqual(0.28)
    }),
  )
  const best: Seen = { ageSeconds: 0, origin: 'file', isChecked: true, wallets: null }
  expect(scoreOf([[best]]).score).toBe(0.28)
  expect(unsignedBound, 'the bound that the documents name').toBe(0.28)
})

test('beside trusted observations, invented films add no independence, and at most 0.14 for each cell', () => {
  const trusted = fc.record<Seen>({
    ageSeconds: fc.nat(maxAgeSeconds),
    origin: fc.constant('credentials'),
    isChecked: fc.constant(true),
    wallets: fc.option(fc.record<Wallets>({ contributor: wallet, payer: wallet }), { nil: null }),
  })
  const honest = fc.array(trusted, { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(honest, fc.array(anyInvented, { maxLength: 30 }), (real, added) => {
      const [before, after] = [scoreOf([real]), scoreOf([[...real, ...added]])]
      expect(after.parts.independence).toBe(before.parts.independence)
      expect(after.parts.quality).toBe(1)
      expect(after.score).toBeGreaterThanOrEqual(before.score)
      expect(after.score).toBeLessThanOrEqual(Math.max(before.score, 0.4 * 0.2 + 0.3 + 0.3))
    }),
  )
  const real = [invented({ contributor: 'a', payer: 'b' }, { origin: 'credentials' })]
  const fake = [invented({ contributor: 'c', payer: 'd' })]
  expect(scoreOf([real, fake]).score - scoreOf([real], 2).score).toBeCloseTo(bound / 2, 6)
})
