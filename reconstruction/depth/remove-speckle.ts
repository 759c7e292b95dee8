/** Smaller regions are removed, pixels. */
const leastPixels = 60
/** Neighbouring pixels belong together when their depths differ by less than this share. */
const tolerance = 0.03

/** Sets small connected regions of a depth map f32[height][width] to 0, in place. */
export function removeSpeckle(
  depths: Float32Array,
  { width, height }: { width: number; height: number },
): void {
  const seen = new Uint8Array(depths.length)
  const region = new Int32Array(depths.length)
  for (let start = 0; start < depths.length; start++) {
    if (seen[start] || depths[start] === 0) continue
    let size = 0
    const add = (at: number) => {
      seen[at] = 1
      region[size++] = at
    }
    add(start)
    for (let k = 0; k < size; k++) {
      const at = region[k]!
      const x = at % width
      const z = depths[at]!
      const visit = (to: number) => {
        if (!seen[to] && depths[to] !== 0 && Math.abs(depths[to]! - z) < tolerance * z) add(to)
      }
      if (x > 0) visit(at - 1)
      if (x < width - 1) visit(at + 1)
      if (at >= width) visit(at - width)
      if (at < width * (height - 1)) visit(at + width)
    }
    if (size < leastPixels) for (let k = 0; k < size; k++) depths[region[k]!] = 0
  }
}
