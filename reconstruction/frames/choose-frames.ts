import { type CameraSettings, standardCameras } from '../settings.ts'

/** The number of frames to take from a film of this length. */
export function frameCount(
  seconds: number,
  { perSecond, min, usual, max }: CameraSettings['frames'] = standardCameras.frames,
): number {
  const dense = Math.min(usual, Math.max(min, Math.round(seconds * perSecond)))
  return Math.min(max, Math.max(dense, Math.round(seconds)))
}

/**
 * The sharpness of a grey picture: the variance of its Laplacian divided by that of its grey values, so that contrast does
 * not count as sharpness. 0 for a uniform picture.
 */
export function sharpness(grey: Uint8Array, width: number, height: number): number {
  let [sum, sumOfSquares, edges, edgesOfSquares] = [0, 0, 0, 0]
  for (let y = 1; y < height - 1; y += 1) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at += 1) {
      const value = grey[at]!
      const edge = 4 * value - grey[at - 1]! - grey[at + 1]! - grey[at - width]! - grey[at + width]!
      sum += value
      sumOfSquares += value * value
      edges += edge
      edgesOfSquares += edge * edge
    }
  }
  const count = Math.max(0, width - 2) * Math.max(0, height - 2)
  const variance = count * sumOfSquares - sum * sum
  return variance > 0 ? (count * edgesOfSquares - edges * edges) / variance : 0
}

/** Cost of half the sharpness, in units of the squared deviation from an even step. */
const sharpnessWeight = 1

/**
 * Chooses `count` of the candidates, one of each stretch of the film: sharp ones at even steps. Two frames close together
 * add little, and two far apart may not overlap. Dynamic programming over the stretches finds the best sequence.
 *
 * @returns indexes into `sharpnesses`, rising; all of them when there are no more than `count`
 */
export function chooseFrames(sharpnesses: readonly number[], count: number): number[] {
  if (sharpnesses.length <= count) return sharpnesses.map((_, index) => index)
  const step = sharpnesses.length / count
  const blur = sharpnesses.map((value) => -sharpnessWeight * Math.log2(Math.max(value, 1e-9)))
  const stretches = Array.from({ length: count }, (_, stretch) => {
    const [from, to] = [Math.round(stretch * step), Math.round((stretch + 1) * step)]
    return Array.from({ length: to - from }, (_, offset) => from + offset)
  })

  let best = stretches[0]!.map((index) => ({ index, cost: blur[index]!, chosen: [index] }))
  for (const stretch of stretches.slice(1)) {
    best = stretch.map((index) => {
      const costs = best.map((before) => before.cost + ((index - before.index) / step - 1) ** 2)
      const cheapest = costs.indexOf(Math.min(...costs))
      return { index, cost: costs[cheapest]! + blur[index]!, chosen: [...best[cheapest]!.chosen, index] }
    })
  }
  return best.reduce((one, other) => (other.cost < one.cost ? other : one)).chosen
}
