import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CellEvidence, groundTruthScore } from '#lib/domain/geo/ground-truth-score'

const maxAgeSeconds = 86_400
const cell = fc.record<CellEvidence>({
  ageSeconds: fc.integer({ min: 0, max: maxAgeSeconds }),
  nodes: fc.integer({ min: 1, max: 40 }),
  confidence: fc.double({ min: 0, max: 1, noNaN: true }),
})
/** An area, its evidence, and room for one more cell. */
const area = fc
  .tuple(fc.array(cell, { minLength: 1, maxLength: 30 }), fc.integer({ min: 1, max: 300 }))
  .map(([evidence, empty]) => ({ evidence, cells: evidence.length + empty, maxAgeSeconds }))
const scoreOf = (input: Parameters<typeof groundTruthScore>[0]) => groundTruthScore(input).score

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

test('fresher, from more nodes, or of better quality, in any one cell, never lowers it', () => {
  fc.assert(
    fc.property(area, fc.nat(), cell, (input, at, seen) => {
      const evidence = [...input.evidence]
      const old = evidence[at % evidence.length]!
      const better = {
        ageSeconds: Math.min(old.ageSeconds, seen.ageSeconds),
        nodes: Math.max(old.nodes, seen.nodes),
        confidence: Math.max(old.confidence, seen.confidence),
      }
      evidence[at % evidence.length] = better
      expect(scoreOf({ ...input, evidence })).toBeGreaterThanOrEqual(scoreOf(input))
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

test('one more node always raises it: independence has no cap', () => {
  const withNodes = (nodes: number) =>
    groundTruthScore({ cells: 1, maxAgeSeconds, evidence: [{ ageSeconds: 0, nodes, confidence: 1 }] })
  for (let nodes = 1; nodes <= 8; nodes++) {
    expect(withNodes(nodes + 1).score).toBeGreaterThan(withNodes(nodes).score)
    expect(withNodes(nodes).parts.independence).toBeCloseTo(1 - 4 ** -nodes, 6)
  }
})

test('the order of the cells does not matter', () => {
  fc.assert(
    fc.property(area, (input) => {
      expect(groundTruthScore({ ...input, evidence: [...input.evidence].reverse() })).toEqual(
        groundTruthScore(input),
      )
    }),
  )
})

test('is what the published formula gives', () => {
  const evidence = [
    { ageSeconds: 0, nodes: 1, confidence: 1 },
    { ageSeconds: maxAgeSeconds, nodes: 2, confidence: 0.5 },
  ]
  expect(groundTruthScore({ cells: 4, maxAgeSeconds, evidence })).toEqual({
    // 2/4 × (0.4 × 0.75 + 0.3 × 0.84375 + 0.3 × 0.75)
    score: 0.389063,
    parts: { coverage: 0.5, freshness: 0.75, independence: 0.84375, quality: 0.75 },
  })
  const whole = [{ ageSeconds: 0, nodes: 3, confidence: 1 }]
  expect(scoreOf({ cells: 1, maxAgeSeconds, evidence: whole })).toBeGreaterThan(0.99)
  expect(scoreOf({ cells: 9, maxAgeSeconds, evidence: [] })).toBe(0)
})
