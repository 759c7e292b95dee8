/**
 * Gives every uncovered texel a colour from the covered ones around it, so that smaller versions of the texture and codecs do
 * not mix other colours into the border of a chart. Pull-push of Grossman and Dally 1998: averages in ever coarser pictures,
 * and back. Works in place.
 *
 * @param texels u8[size][size][3]
 * @param covered u8[size][size], 0 where there is no colour yet
 * @param size a power of two
 */
export function fillGaps(texels: Uint8Array, covered: Uint8Array, size: number): void {
  if (size === 1) return
  const half = size / 2
  const coarse = new Uint8Array(half * half * 3)
  const known = new Uint8Array(half * half)
  for (let y = 0; y < half; y++)
    for (let x = 0; x < half; x++) {
      let [red, green, blue, count] = [0, 0, 0, 0]
      for (let k = 0; k < 4; k++) {
        const at = (2 * y + (k >> 1)) * size + 2 * x + (k & 1)
        if (!covered[at]) continue
        red += texels[3 * at]!
        green += texels[3 * at + 1]!
        blue += texels[3 * at + 2]!
        count++
      }
      if (count === 0) continue
      const to = y * half + x
      known[to] = 1
      coarse[3 * to] = Math.round(red / count)
      coarse[3 * to + 1] = Math.round(green / count)
      coarse[3 * to + 2] = Math.round(blue / count)
    }
  fillGaps(coarse, known, half)
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const at = y * size + x
      if (covered[at]) continue
      const from = 3 * ((y >> 1) * half + (x >> 1))
      texels[3 * at] = coarse[from]!
      texels[3 * at + 1] = coarse[from + 1]!
      texels[3 * at + 2] = coarse[from + 2]!
    }
}
