/** A pixel is flat when the grey values of the 3 x 3 around it lie within this share of the brightest. */
const flatRange = 0.09
/**
 * Neighbouring flat pixels belong to one backdrop when their grey values differ at most by this share. Shares, because a dim
 * thing before a plain wall has little contrast too.
 */
const backdropStep = 0.03
/** A flat region without depth is a backdrop, such as the sky, if it covers at least this share of the picture. */
const leastBackdrop = 0.004
/** How far a backdrop is extended into pixels with a depth, and the width of its border with a surface, pixels. */
const mostSteps = 24
const border = 3

type Size = { width: number; height: number }

/**
 * Removes the depths of a surface in the backdrop beside it. In a clear sky nothing contradicts a depth, so the smoothness
 * term continues the surface beyond its outline, which gives it a fringe of sky. The backdrop is a large flat region
 * without depth, extended to the outline by its uniform colour.
 *
 * @param depths f32[height][width], 0 where unknown
 * @param grey u8[height][width]
 */
export function trimOutlines(depths: Float32Array, grey: Uint8Array, size: Size): Float32Array {
  const { width, height } = size
  const flat = findFlat(grey, size)
  const backdrop = new Uint8Array(depths.length)
  const region = new Int32Array(depths.length)
  const steps = new Uint8Array(depths.length)
  const seen = new Uint8Array(depths.length)
  /** Appends the pixels that can be reached from the first `count` pixels of `region`. @returns their number */
  const follow = (count: number, joins: (at: number, from: number) => boolean): number => {
    let end = count
    for (let k = 0; k < end; k++) {
      const from = region[k]!
      const visit = (at: number) => {
        if (
          seen[at] ||
          !flat[at] ||
          Math.abs(grey[at]! - grey[from]!) > backdropStep * grey[from]! ||
          !joins(at, from)
        )
          return
        seen[at] = 1
        region[end++] = at
      }
      const x = from % width
      if (x > 0) visit(from - 1)
      if (x < width - 1) visit(from + 1)
      if (from >= width) visit(from - width)
      if (from < width * (height - 1)) visit(from + width)
    }
    return end
  }
  for (let start = 0; start < depths.length; start++) {
    if (seen[start] || !flat[start] || depths[start] !== 0) continue
    seen[start] = 1
    region[0] = start
    const unknown = follow(1, (at) => depths[at] === 0)
    if (unknown < leastBackdrop * depths.length) continue
    const all = follow(unknown, (at, from) => {
      steps[at] = depths[at] === 0 ? 0 : steps[from]! + 1
      return steps[at]! <= mostSteps
    })
    for (let k = 0; k < all; k++) backdrop[region[k]!] = 1
  }
  return depths.map((z, at) => (z !== 0 && touches(backdrop, at, size) ? 0 : z))
}

/** 1 where all of the 3 x 3 around is about as bright. u8[height][width]. */
function findFlat(grey: Uint8Array, { width, height }: Size): Uint8Array {
  const flat = new Uint8Array(grey.length)
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      let [low, high] = [255, 0]
      for (let row = y - 1; row <= y + 1; row++)
        for (let at = row * width + x - 1; at <= row * width + x + 1; at++) {
          low = Math.min(low, grey[at]!)
          high = Math.max(high, grey[at]!)
        }
      if (high - low <= flatRange * high) flat[y * width + x] = 1
    }
  return flat
}

function touches(mask: Uint8Array, at: number, { width, height }: Size): boolean {
  const x = at % width
  const y = Math.floor(at / width)
  const right = Math.min(width - 1, x + border)
  const bottom = Math.min(height - 1, y + border)
  for (let row = Math.max(0, y - border); row <= bottom; row++)
    for (let to = row * width + Math.max(0, x - border); to <= row * width + right; to++)
      if (mask[to]) return true
  return false
}
