/** Free texels around each rectangle, so that filtering does not mix in its neighbours. */
const gutter = 2
const smallestSize = 512
const shrink = 0.96

/** Where the rectangles lie in a square of `size` texels: `corners` i32[rectangles][2], the upper left one of each. */
export type Packing = { readonly size: number; readonly scale: number; readonly corners: Int32Array }

/**
 * Packs rectangles into a square whose side is a power of two: the smallest that takes them at full scale, or the
 * largest allowed, at the scale that makes them fit. Shelves, highest rectangles first.
 */
export function packRectangles(
  rectangles: readonly { width: number; height: number }[],
  maxSize: number,
): Packing {
  const byHeight = rectangles.map((_, k) => k)
  byHeight.sort((a, b) => rectangles[b]!.height - rectangles[a]!.height || a - b)
  for (let size = smallestSize; size <= maxSize; size *= 2) {
    const corners = packAt(rectangles, byHeight, size, 1)
    if (corners) return { size, scale: 1, corners }
  }
  const area = rectangles.reduce((sum, { width, height }) => sum + width * height, 0)
  for (let scale = Math.min(shrink, Math.sqrt(maxSize ** 2 / area)); ; scale *= shrink) {
    const corners = packAt(rectangles, byHeight, maxSize, scale)
    if (corners) return { size: maxSize, scale, corners }
    if (scale < 1e-3) throw new RangeError(`${rectangles.length} charts do not fit into ${maxSize} texels`)
  }
}

function packAt(
  rectangles: readonly { width: number; height: number }[],
  order: readonly number[],
  size: number,
  scale: number,
): Int32Array | undefined {
  const corners = new Int32Array(2 * rectangles.length)
  let [x, y, shelf] = [0, 0, 0]
  for (const k of order) {
    const width = Math.ceil(rectangles[k]!.width * scale) + 2 * gutter
    const height = Math.ceil(rectangles[k]!.height * scale) + 2 * gutter
    if (x + width > size) {
      y += shelf
      x = 0
      shelf = 0
    }
    if (x + width > size || y + height > size) return undefined
    corners.set([x + gutter, y + gutter], 2 * k)
    x += width
    shelf = Math.max(shelf, height)
  }
  return corners
}
