import { type Claim, checkedConfidence, confidenceOf, isTrusted } from '#lib/domain/geo/claim-confidence'

/** Version of the formula below, and of the confidences; increased with every change of a constant or a rule. */
export const scoreVersion = '3'

const weight = { freshness: 0.4, independence: 0.3, quality: 0.3 }

/** The highest score without trusted Content Credentials, which alone give independence. */
export const unsignedBound = round(
  (weight.freshness + weight.quality) *
    Math.max(checkedConfidence.contributor.unsigned, checkedConfidence.operator.unsigned),
)

/** An observation within the requested time. */
export type AgedClaim = Claim & {
  /** 0 or more. */
  ageSeconds: number
  /** Its source among those of its cell, by any name; `null` for the operator. See `connectFilms`. */
  source: string | null
}

/** The claims of the observations in one cell of the area; at least one. */
export type CellEvidence = readonly AgedClaim[]

/** All values 0..1. Freshness, independence and quality are means over the cells with an observation; 0 without such cells. */
export type Score = {
  score: number
  parts: { coverage: number; freshness: number; independence: number; quality: number }
}

/**
 * How well the answer to a query represents the current state of the place, 0..1.
 *
 *     coverage     = cells with an observation / cells of the area
 *     freshness    = mean of the greatest confidence × 2^(−age / max_age) in a cell
 *     independence = mean of 1 − 2^(−sources with a trusted observation) in a cell
 *     quality      = mean of the greatest confidence in a cell
 *     score        = coverage × (0.4 freshness + 0.3 independence + 0.3 quality)
 *
 * The means are over cells with an observation, so that the score is the sum of what each cell adds, divided by all cells of
 * the area: nothing that is added, anywhere, can lower it, and a fresher observation in place of another cannot either.
 *
 * The time of an observation is a claim as well, so freshness counts only as far as the claim is relied on. Claims without a
 * trusted signature have a confidence of 0.4 at most and no independence: in any number they reach 0.7 × 0.4 = 0.28.
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
  const freshness = mean(evidence, (cell) =>
    greatest(cell, (claim) => confidenceOf(claim) * 2 ** (-Math.max(0, claim.ageSeconds) / maxAgeSeconds)),
  )
  const independence = mean(evidence, (cell) => 1 - 2 ** -countSources(cell))
  const quality = mean(evidence, (cell) => greatest(cell, confidenceOf))
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

function countSources(cell: CellEvidence): number {
  return new Set(cell.filter(isTrusted).map(({ source }) => source)).size
}

/** Rounds to six decimals, so that the order of the cells does not change the result. */
function round(value: number): number {
  return Math.min(1, Math.max(0, Math.round(value * 1e6) / 1e6))
}

function greatest(cell: CellEvidence, of: (claim: AgedClaim) => number): number {
  return cell.reduce((most, claim) => Math.max(most, of(claim)), 0)
}

function mean(evidence: readonly CellEvidence[], of: (cell: CellEvidence) => number): number {
  return evidence.reduce((sum, cell) => sum + of(cell), 0) / evidence.length
}
