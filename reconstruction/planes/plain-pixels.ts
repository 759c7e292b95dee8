/** A pixel is flat when the grey values of the 3 × 3 around it lie within this range. */
const flatRange = 18
/** A pixel is plain when this share of the square of this half size around it is flat. */
const radius = 6
const leastFlat = 0.4

/**
 * 1 where the picture shows a plain area or its border, u8[height][width]. Nothing can be matched there, so a missing depth does not
 * contradict a surface.
 *
 * @param grey u8[height][width]
 */
export function plainPixels(
  grey: Uint8Array,
  { width, height }: { width: number; height: number },
): Uint8Array {
  // Sums over all pixels above and to the left: u32[height + 1][width + 1].
  const sums = new Uint32Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += isFlat(grey, x, y, width, height) ? 1 : 0
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row
    }
  }
  const plain = new Uint8Array(grey.length)
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - radius), Math.min(height, y + radius + 1)]
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)]
      const flat =
        sums[bottom * (width + 1) + right]! -
        sums[bottom * (width + 1) + left]! -
        sums[top * (width + 1) + right]! +
        sums[top * (width + 1) + left]!
      if (flat >= leastFlat * (bottom - top) * (right - left)) plain[y * width + x] = 1
    }
  }
  return plain
}

function isFlat(grey: Uint8Array, x: number, y: number, width: number, height: number): boolean {
  if (x === 0 || y === 0 || x === width - 1 || y === height - 1) return false
  let [low, high] = [255, 0]
  for (let row = y - 1; row <= y + 1; row++)
    for (let at = row * width + x - 1; at <= row * width + x + 1; at++) {
      low = Math.min(low, grey[at]!)
      high = Math.max(high, grey[at]!)
    }
  return high - low <= flatRange
}
