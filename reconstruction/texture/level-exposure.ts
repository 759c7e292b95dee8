import type { ViewScores } from './view-scores.ts'

/** Darker colours are noise, brighter ones are clipped. */
const darkest = 10
const brightest = 245
/** Approximate number of triangles to compare. */
const sampleSize = 20_000
/** Weight of a view's own exposure, relative to its ties to the other views. */
const stiffness = 0.02
/** Maximum factor by which a view is made brighter or darker. */
const mostGain = 1.6

/**
 * A factor per view and channel, f64[views][3], that brings the pictures to one exposure and white balance: the least
 * squares of the differences in log colour between all views of the same triangles (after Brown and Lowe 2007, section 6).
 */
export function levelExposure({ views, triangles, scores, samples }: ViewScores): Float64Array {
  const gains = new Float64Array(3 * views)
  const step = Math.max(1, Math.floor(triangles / sampleSize))
  for (let channel = 0; channel < 3; channel++) {
    const matrix = Array.from({ length: views }, () => new Float64Array(views))
    const right = new Float64Array(views)
    for (let triangle = 0; triangle < triangles; triangle += step) {
      const seen: number[] = []
      const logs: number[] = []
      for (let view = 0; view < views; view++) {
        const at = view * triangles + triangle
        const value = samples[3 * at + channel]!
        if (scores[at]! < 1 || value < darkest || value > brightest) continue
        seen.push(view)
        logs.push(Math.log(value))
      }
      if (seen.length < 2) continue
      const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length
      seen.forEach((view, k) => {
        matrix[view]![view]! += 1
        for (const other of seen) matrix[view]![other]! -= 1 / seen.length
        right[view]! += mean - logs[k]!
      })
    }
    matrix.forEach((row, view) => {
      row[view] = row[view]! * (1 + stiffness) + 1e-6
    })
    solve(matrix, right).forEach((log, view) => {
      gains[3 * view + channel] = Math.min(mostGain, Math.max(1 / mostGain, Math.exp(log)))
    })
  }
  return gains
}

/** Solves a symmetric positive definite system by elimination; changes both arguments, of which `right` is the answer. */
function solve(matrix: Float64Array[], right: Float64Array): Float64Array {
  for (let column = 0; column < right.length; column++) {
    const pivot = matrix[column]!
    for (let row = column + 1; row < right.length; row++) {
      const factor = matrix[row]![column]! / pivot[column]!
      if (factor === 0) continue
      for (let k = column; k < right.length; k++) matrix[row]![k]! -= factor * pivot[k]!
      right[row]! -= factor * right[column]!
    }
  }
  for (let row = right.length - 1; row >= 0; row--) {
    for (let k = row + 1; k < right.length; k++) right[row]! -= matrix[row]![k]! * right[k]!
    right[row]! /= matrix[row]![row]!
  }
  return right
}
