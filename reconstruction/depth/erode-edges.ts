/** Half the size of the window, pixels. */
const radius = 3
/** A depth in the window that is this many times larger belongs to another surface behind. */
const jump = 1.08
/** Largest share of unknown depths in the window. */
const mostUnknown = 0.45

/**
 * Removes the depths next to something farther away and at the border of the known area. The matching windows reach over
 * an edge, which makes a foreground some pixels too wide, and those pixels show the background.
 *
 * @param depths f32[height][width], 0 where unknown
 */
export function erodeEdges(
  depths: Float32Array,
  { width, height }: { width: number; height: number },
): Float32Array {
  const out = new Float32Array(depths.length)
  const limit = (2 * radius + 1) ** 2 * mostUnknown
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - radius), Math.min(height - 1, y + radius)]
    for (let x = 0; x < width; x++) {
      const z = depths[y * width + x]!
      if (z === 0) continue
      const [left, right] = [Math.max(0, x - radius), Math.min(width - 1, x + radius)]
      const far = z * jump
      let unknown = 0
      let behind = false
      for (let row = top; row <= bottom && !behind; row++)
        for (let at = row * width + left; at <= row * width + right; at++) {
          const other = depths[at]!
          if (other === 0) unknown++
          else if (other > far) {
            behind = true
            break
          }
        }
      if (!behind && unknown <= limit) out[y * width + x] = z
    }
  }
  return out
}
