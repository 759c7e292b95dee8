import fc from 'fast-check'
import { expect, test } from 'vitest'
import { claimOrigins } from '#lib/domain/film/match-claims'
import type { Wallets } from '#lib/domain/geo/claim-confidence'
import { connectFilms } from '#lib/domain/geo/connect-films'
import { type AgedClaim, groundTruthScore } from '#lib/domain/geo/ground-truth-score'

const maxAgeSeconds = 86_400
/** A claim of a film, before its source is known. */
type Film = Omit<AgedClaim, 'source' | 'wallets'> & { wallets: Wallets }
const wallet = fc.integer({ min: 0, max: 11 }).map((number) => `w${number}`)
const wallets = fc.record<Wallets>({ contributor: wallet, payer: wallet })
const film = fc.record<Film>({
  ageSeconds: fc.integer({ min: 0, max: maxAgeSeconds }),
  origin: fc.constantFrom(...claimOrigins),
  isChecked: fc.boolean(),
  wallets,
})
const claim: fc.Arbitrary<AgedClaim> = fc.oneof(
  film.map((one) => ({ ...one, source: one.wallets.contributor })),
  film.map((one) => ({ ...one, wallets: null, source: null })),
)
const cell = fc.array(claim, { minLength: 1, maxLength: 8 })
/** An area, its evidence, and room for one more cell. */
const area = fc
  .tuple(fc.array(cell, { minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 300 }))
  .map(([evidence, empty]) => ({ evidence, cells: evidence.length + empty, maxAgeSeconds }))
const scoreOf = (input: Parameters<typeof groundTruthScore>[0]) => groundTruthScore(input).score

const signed = (name: string, ageSeconds = 0): AgedClaim => ({
  ageSeconds,
  origin: 'credentials',
  isChecked: true,
  source: name,
  wallets: { contributor: name, payer: `payer of ${name}` },
})
/** One cell with films, in order of publication. */
const ofFilms = (films: readonly Film[]) => {
  const { sourceOf } = connectFilms(films.map((one) => one.wallets))
  return ofOneCell(films.map((one) => ({ ...one, source: sourceOf(one.wallets)! })))
}
const ofOneCell = (evidence: AgedClaim[]) =>
  groundTruthScore({ cells: 1, maxAgeSeconds, evidence: [evidence] })

test('a score and its parts are between 0 and 1 for any evidence', () => {
  fc.assert(
    fc.property(area, (input) => {
      const { score, parts } = groundTruthScore(input)
      for (const value of [score, ...Object.values(parts)]) {
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
      }
    }),
  )
})

test('one more cell with evidence never lowers it, even if the evidence is old and poor', () => {
  fc.assert(
    fc.property(area, cell, (input, more) => {
      const after = scoreOf({ ...input, evidence: [...input.evidence, more] })
      expect(after).toBeGreaterThanOrEqual(scoreOf(input))
    }),
  )
})

test('one more published film never lowers it, for any contributor and payer', () => {
  fc.assert(
    fc.property(fc.array(film, { minLength: 1, maxLength: 30 }), film, (films, more) => {
      expect(ofFilms([...films, more]).score).toBeGreaterThanOrEqual(ofFilms(films).score)
    }),
  )
})

test('one more observation in a cell never lowers it', () => {
  fc.assert(
    fc.property(area, fc.nat(), claim, (input, at, more) => {
      const index = at % input.evidence.length
      const evidence = input.evidence.with(index, [...input.evidence[index]!, more])
      expect(scoreOf({ ...input, evidence })).toBeGreaterThanOrEqual(scoreOf(input))
    }),
  )
})

test('an observation that is fresher, checked, or of a better origin never lowers it', () => {
  fc.assert(
    fc.property(area, fc.nat(), fc.nat(), claim, (input, at, nth, seen) => {
      const index = at % input.evidence.length
      const old = input.evidence[index]![nth % input.evidence[index]!.length]!
      const better: AgedClaim = {
        ageSeconds: Math.min(old.ageSeconds, seen.ageSeconds),
        isChecked: old.isChecked || seen.isChecked,
        origin: claimOrigins[Math.max(...[old, seen].map(({ origin }) => claimOrigins.indexOf(origin)))]!,
        wallets: old.wallets,
        source: old.source,
      }
      const changed = input.evidence[index]!.map((one) => (one === old ? better : one))
      expect(scoreOf({ ...input, evidence: input.evidence.with(index, changed) })).toBeGreaterThanOrEqual(
        scoreOf(input),
      )
    }),
  )
})

test('the same observations never score lower when older ones are acceptable', () => {
  fc.assert(
    fc.property(area, fc.integer({ min: 0, max: 1e7 }), (input, more) => {
      expect(scoreOf({ ...input, maxAgeSeconds: maxAgeSeconds + more })).toBeGreaterThanOrEqual(
        scoreOf(input),
      )
    }),
  )
})

test('one more independent trusted source always raises it', () => {
  const withSources = (sources: number) =>
    ofOneCell(Array.from({ length: sources }, (_, index) => signed(`w${index}`)))
  for (let sources = 1; sources <= 12; sources++) {
    expect(withSources(sources + 1).score).toBeGreaterThan(withSources(sources).score)
    expect(withSources(sources).parts.independence).toBeCloseTo(1 - 2 ** -sources, 6)
  }
})

test('is high fidelity with two independent trusted sources, and with one it is not', () => {
  const operators: AgedClaim = { ...signed(''), wallets: null, source: null }
  expect(ofOneCell([signed('a')]).score).toBe(0.85)
  expect(ofOneCell([operators, operators]).score).toBe(0.85)
  expect(ofOneCell([signed('a'), signed('b')]).score).toBe(0.925)
  expect(ofOneCell([signed('a'), operators]).score).toBe(0.925)
  const five = ['a', 'b', 'c', 'd', 'e'].map((name) => signed(name, maxAgeSeconds / 8))
  expect(ofOneCell(five).score).toBeGreaterThan(0.9)
})

test('trusted films of one wallet, of the wallet that paid for them, and of others that it paid, count as one source', () => {
  const of = (contributor: string, payer: string): Film => ({
    ageSeconds: 0,
    origin: 'credentials',
    isChecked: true,
    wallets: { contributor, payer },
  })
  const films = [of('a', 'p'), of('a', 'q'), of('b', 'p'), of('c', 'a'), of('p', 'r'), of('d', 'c')]
  expect(ofFilms(films).parts.independence).toBe(0.5)
  expect(ofFilms([...films, of('x', 'y')]).parts.independence).toBe(0.75)
})

test('films that failed the check do not count as independent sources, even with credentials', () => {
  const failed = ['a', 'b', 'c'].map((name) => ({ ...signed(name), isChecked: false }))
  expect(ofOneCell(failed)).toMatchObject({ score: 0.35, parts: { independence: 0, quality: 0.5 } })
})

test('the order of the cells and of the observations does not matter', () => {
  fc.assert(
    fc.property(area, (input) => {
      const evidence = input.evidence.map((one) => [...one].reverse()).reverse()
      expect(groundTruthScore({ ...input, evidence })).toEqual(groundTruthScore(input))
    }),
  )
})

test('is what the published formula gives', () => {
  const read: AgedClaim = {
    ageSeconds: 0,
    origin: 'file',
    isChecked: true,
    source: 'a',
    wallets: { contributor: 'a', payer: 'b' },
  }
  const evidence = [[signed('a', maxAgeSeconds), signed('b', maxAgeSeconds), read], [read]]
  expect(groundTruthScore({ cells: 4, maxAgeSeconds, evidence })).toEqual({
    // 2/4 × (0.4 × (0.5 + 0.2)/2 + 0.3 × (0.75 + 0)/2 + 0.3 × (1 + 0.2)/2)
    score: 0.21625,
    parts: { coverage: 0.5, freshness: 0.35, independence: 0.375, quality: 0.6 },
  })
  expect(scoreOf({ cells: 9, maxAgeSeconds, evidence: [] })).toBe(0)
})
