import type { GrayPicture } from './frame-hash.ts'
import { longSidePixels } from './quality.ts'

// Figures of single pictures. The server measures all pictures of a film with this, and a browser some of them.

/** A fingerprint needs small pictures of at least 17 pixels on each side. */
const shortSideMinPixels = 36
/** Luma values (0 to 255) within 3 % of either end count as clipped. */
const blackestLuma = 8
const whitestLuma = 247
/** Pictures with less variance, such as sky, fog or a covered lens, have no detail to measure sharpness. */
const flatVariance = 4

/** Width and height of the large pictures: the film scaled to a common size. */
export function measuredSize({ width, height }: { width: number; height: number }) {
  const long = Math.max(width, height)
  const short = Math.round((longSidePixels * Math.min(width, height)) / long / 2) * 2
  const shortSide = Math.max(shortSideMinPixels, short)
  return width >= height
    ? { width: longSidePixels, height: shortSide }
    : { width: shortSide, height: longSidePixels }
}

/** Collects the light of small pictures, and how much each differs from the one before. */
export function openLightMeter() {
  let [pixelCount, sum, low, high] = [0, 0, 0, 0]
  let previous: Uint8Array | undefined
  const differences: number[] = []
  return {
    add: (pixels: Uint8Array) => {
      let difference = 0
      const before = previous ?? pixels
      for (let at = 0; at < pixels.length; at++) {
        const luma = pixels[at]!
        sum += luma
        if (luma <= blackestLuma) low += 1
        else if (luma >= whitestLuma) high += 1
        difference += Math.abs(luma - before[at]!)
      }
      pixelCount += pixels.length
      if (previous) differences.push(difference / pixels.length)
      previous = Uint8Array.from(pixels)
    },
    /** The next picture does not follow the last one. */
    skip: () => {
      previous = undefined
    },
    hasSeen: () => pixelCount > 0,
    figures: () => ({
      lumaMean: sum / pixelCount,
      clippedLow: low / pixelCount,
      clippedHigh: high / pixelCount,
      frameDifferenceMedian: median(differences) ?? 0,
    }),
  }
}

/**
 * Variance of the Laplacian (4 neighbours) divided by the variance of the picture; empty for a flat picture.
 */
export function laplacianShare({ pixels, width, height }: GrayPicture): number[] {
  let [sum, squares, edgeSum, edgeSquares] = [0, 0, 0, 0]
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const luma = pixels[at]!
      const edge = pixels[at - 1]! + pixels[at + 1]! + pixels[at - width]! + pixels[at + width]! - 4 * luma
      sum += luma
      squares += luma * luma
      edgeSum += edge
      edgeSquares += edge * edge
    }
  const count = (width - 2) * (height - 2)
  const variance = squares / count - (sum / count) ** 2
  if (variance < flatVariance) return []
  return [(edgeSquares / count - (edgeSum / count) ** 2) / variance]
}

/** @returns `null` for no values */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
