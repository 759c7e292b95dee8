/** Version of the formula below; increased with every change of a constant or a rule. */
export const scoreVersion = '1'

const weight = { freshness: 0.4, independence: 0.3, quality: 0.3 }

/** Evidence for one cell of the area within the requested time; the cell has at least one observation. */
export type CellEvidence = {
  /** Age of the newest observation, 0 or more. */
  ageSeconds: number
  /** Independent sources; at least 1. */
  nodes: number
  /** The best confidence of its observations, 0..1. */
  confidence: number
}

/** All 0..1. Freshness, independence and quality are means over the cells that hold something; 0 when none does. */
export type Score = {
  score: number
  parts: { coverage: number; freshness: number; independence: number; quality: number }
}

/**
 * How well the answer to a query represents the current state of the place, 0..1.
 *
 *     coverage     = cells with an observation / cells of the area
 *     freshness    = mean of 2^(−age / max_age), age being that of a cell's newest observation
 *     independence = mean of 1 − 4^(−nodes)
 *     quality      = mean of the best confidence in a cell
 *     score        = coverage × (0.4 freshness + 0.3 independence + 0.3 quality)
 *
 * The means are over cells with an observation, so that the score is the sum of what each cell adds, divided by all cells of
 * the area: nothing that is added, anywhere, can lower it, and a fresher observation in place of another cannot either.
 *
 * @param input.cells how many the area has; at least as many as `evidence`
 * @param input.maxAgeSeconds more than 0
 */
export function groundTruthScore(input: {
  cells: number
  maxAgeSeconds: number
  evidence: readonly CellEvidence[]
}): Score {
  const { cells, maxAgeSeconds, evidence } = input
  if (evidence.length === 0)
    return { score: 0, parts: { coverage: 0, freshness: 0, independence: 0, quality: 0 } }
  const freshness = mean(evidence, ({ ageSeconds }) => 2 ** (-Math.max(0, ageSeconds) / maxAgeSeconds))
  const independence = mean(evidence, ({ nodes }) => 1 - 4 ** -nodes)
  const quality = mean(evidence, ({ confidence }) => confidence)
  const coverage = evidence.length / cells
  const { freshness: f, independence: i, quality: q } = weight
  const score = coverage * (f * freshness + i * independence + q * quality)
  const parts = {
    coverage: round(coverage),
    freshness: round(freshness),
    independence: round(independence),
    quality: round(quality),
  }
  return { score: round(score), parts }
}

/** Rounds to six decimals, so that the order of the cells does not change the result. */
function round(value: number): number {
  return Math.min(1, Math.max(0, Math.round(value * 1e6) / 1e6))
}

function mean(evidence: readonly CellEvidence[], of: (cell: CellEvidence) => number): number {
  return evidence.reduce((sum, cell) => sum + of(cell), 0) / evidence.length
}
