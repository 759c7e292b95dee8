import type { GrayPicture } from '#lib/domain/film/frame-hash'

/** A picture of any shape, reduced to a square grid of mean luma, row by row. Every hash is computed from it. */
export type PictureCells = Float64Array

/** Cells on each side. A window of the picture is cut from them, so they are finer than a hash needs. */
export const cellsPerSide = 200

/**
 * Averages the pixels of a picture into cells while they arrive in rows, so that a large picture is never held as a whole. A pixel on
 * the border of two cells counts for both, by its share: the result hardly depends on the resolution.
 */
export function collectCells({ width, height }: { width: number; height: number }) {
  const sums = new Float64Array(cellsPerSide * cellsPerSide)
  const across = overlapsOf(width)
  const down = overlapsOf(height)
  const line = new Float64Array(cellsPerSide)
  return {
    /** @param luma whole rows from `firstRow` on, 0 to 255 each */
    addRows: (luma: ArrayLike<number>, firstRow: number) => {
      for (let from = 0, row = firstRow; from < luma.length; from += width, row++) {
        line.fill(0)
        for (let at = 0; at < across.cells.length; at++)
          line[across.cells[at]!]! += across.shares[at]! * luma[from + across.pixels[at]!]!
        for (let at = down.starts[row]!; at < down.starts[row + 1]!; at++) {
          const first = down.cells[at]! * cellsPerSide
          for (let x = 0; x < cellsPerSide; x++) sums[first + x]! += down.shares[at]! * line[x]!
        }
      }
    },
    cells: (): PictureCells => sums,
  }
}

/** The cells of a gray picture. */
export function cellsOf({ pixels, width, height }: GrayPicture): PictureCells {
  const collected = collectCells({ width, height })
  collected.addRows(pixels, 0)
  return collected.cells()
}

/** Luma (BT.601) of RGBA pixels, as JPEG files store it. */
export function lumaOf(rgba: ArrayLike<number>): Uint8Array {
  const luma = new Uint8Array(rgba.length / 4)
  for (let at = 0, from = 0; at < luma.length; at++, from += 4)
    luma[at] = Math.round(0.299 * rgba[from]! + 0.587 * rgba[from + 1]! + 0.114 * rgba[from + 2]!)
  return luma
}

/**
 * Rotates the cells of a stored picture as viewers do.
 *
 * @param orientation of EXIF, 1 to 8; any other value changes nothing
 */
export function turnCells(cells: PictureCells, orientation: number): PictureCells {
  const isTransposed = orientation >= 5 && orientation <= 8
  const isFlippedAcross = [2, 3, 7, 8].includes(orientation)
  const isFlippedDown = [3, 4, 6, 7].includes(orientation)
  const last = cellsPerSide - 1
  return cells.map((_, at) => {
    const [row, column] = [Math.floor(at / cellsPerSide), at % cellsPerSide]
    const [shownRow, shownColumn] = isTransposed ? [column, row] : [row, column]
    const y = isFlippedDown ? last - shownRow : shownRow
    const x = isFlippedAcross ? last - shownColumn : shownColumn
    return cells[y * cellsPerSide + x]!
  })
}

/** Which cells each of `length` pixels covers, and by which share of a cell. `starts` has the first entry of each pixel. */
function overlapsOf(length: number) {
  const pixels: number[] = []
  const cells: number[] = []
  const shares: number[] = []
  const starts = [0]
  for (let pixel = 0; pixel < length; pixel++) {
    const from = (pixel * cellsPerSide) / length
    const to = ((pixel + 1) * cellsPerSide) / length
    for (let cell = Math.floor(from); cell < Math.min(cellsPerSide, Math.ceil(to)); cell++) {
      pixels.push(pixel)
      cells.push(cell)
      shares.push(Math.min(cell + 1, to) - Math.max(cell, from))
    }
    starts.push(cells.length)
  }
  return {
    pixels: Int32Array.from(pixels),
    cells: Int32Array.from(cells),
    shares: Float64Array.from(shares),
    starts: Int32Array.from(starts),
  }
}
