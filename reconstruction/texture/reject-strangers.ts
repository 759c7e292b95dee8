import type { ViewScores } from './view-scores.ts'

/** With fewer views it is unknown which of them is wrong. */
const leastViews = 4
/** A channel that differs more than this from the median of the views shows another object: sky, or a passer-by. */
const tolerance = 32

/**
 * Sets the score to 0 if a view shows a triangle in another colour than most views (the photo-consistency check of Waechter et al. 2014,
 * section 3.2, with a median instead of their mean shift). Changes `scores` in place.
 *
 * @param gains f64[views][3]
 */
export function rejectStrangers(
  { views, triangles, scores, samples }: ViewScores,
  gains: Float64Array,
): void {
  const seen = new Int32Array(views)
  const values = new Float64Array(views)
  const medians = new Float64Array(3)
  for (let triangle = 0; triangle < triangles; triangle++) {
    let count = 0
    for (let view = 0; view < views; view++)
      if (scores[view * triangles + triangle]! > 0) seen[count++] = view
    if (count < leastViews) continue
    for (let channel = 0; channel < 3; channel++) {
      for (let k = 0; k < count; k++) values[k] = levelled(seen[k]!, triangle, channel)
      medians[channel] = values.subarray(0, count).sort()[count >> 1]!
    }
    for (let k = 0; k < count; k++) {
      const view = seen[k]!
      for (let channel = 0; channel < 3; channel++)
        if (Math.abs(levelled(view, triangle, channel) - medians[channel]!) > tolerance) {
          scores[view * triangles + triangle] = 0
          break
        }
    }
  }
  function levelled(view: number, triangle: number, channel: number): number {
    return samples[3 * (view * triangles + triangle) + channel]! * gains[3 * view + channel]!
  }
}
