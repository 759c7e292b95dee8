import { cellsPerSide, type PictureCells } from '#lib/domain/film/picture-cells'

// Hashes of attested pictures, and the distance between two of them.

/** Names the hash and its version, as the soft binding resolution API of C2PA names algorithms. */
export const pictureHashAlgorithm = 'cairn.picture.1'

const bits = 256
export const pictureHashBytes = bits / 8
/**
 * Hashes with at most this many different bits are of the same picture. Measured (`bench/similarity`): at most 12 bits for a copy that was
 * scaled and compressed, 45 if it was also cropped by 4 %, and at least 62 for other pictures, including those of the same place from a few
 * steps away.
 */
export const pictureDistanceMax = 45

/** Points on each side of a window that is transformed. */
const side = 32
/** The share of the stored picture that a copy may have lost on each side. Only the part within this margin is hashed. */
const margin = 0.04
/**
 * If half of its frequencies are weaker than this, a picture is a wall, a sky or a night, and cannot be distinguished from other such
 * pictures.
 */
const strengthMin = 4

/** The lowest frequencies across and down, from coarse to fine. The mean of the picture is left out. */
const frequencies: readonly (readonly [number, number])[] = Array.from(
  { length: side * side },
  (_, at) => [at % side, Math.floor(at / side)] as const,
)
  .slice(1)
  .sort(([a, b], [c, d]) => a * a + b * b - (c * c + d * d) || a - c)
  .slice(0, bits)
const frequencyMax = Math.max(...frequencies.flat())

const cosines = Array.from({ length: frequencyMax + 1 }, (_, frequency) =>
  Float64Array.from(
    { length: side },
    (_, at) =>
      Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * side)) * (frequency === 0 ? Math.SQRT1_2 : 1),
  ),
)

/**
 * The hash of an attested picture that is stored: the signs of the 256 lowest frequencies (discrete cosine transform) of all but a
 * margin of 4 %.
 *
 * @returns 32 bytes, the lowest frequencies first; `undefined` for a picture that is too uniform to be distinguished from others
 */
export function hashPictureCells(cells: PictureCells): Uint8Array | undefined {
  return hashOf(cells, spanIn([0, 0]), spanIn([0, 0]))
}

/** How much was cropped from a copy, as shares of the original: left and right, or top and bottom. */
type Lost = readonly [number, number]
const noLoss: Lost = [0, 0]
const allLoss: Lost = [margin, margin]
const halfLoss: Lost = [margin / 2, margin / 2]
const losses: readonly Lost[] = [noLoss, allLoss, [0, margin], [margin, 0], halfLoss]

/**
 * The hashes with which a copy is searched for, one for each way in which it may have been cropped: 25 for a photograph, 3 for a picture
 * of a film, which can also be found by its other pictures.
 *
 * @returns an empty list for a picture that is too uniform to be distinguished from others
 */
export function searchHashes(cells: PictureCells, of: 'photograph' | 'film'): Uint8Array[] {
  const crops =
    of === 'film'
      ? [noLoss, halfLoss, allLoss].map((lost) => [lost, lost] as const)
      : losses.flatMap((across) => losses.map((down) => [across, down] as const))
  return crops.flatMap(([across, down]) => hashOf(cells, spanIn(across), spanIn(down)) ?? [])
}

/** The part of a cropped copy that the stored hash covers: its start and end, as shares of the copy. */
function spanIn([before, after]: Lost): Span {
  const left = 1 - before - after
  return [Math.max(0, (margin - before) / left), Math.min(1, (1 - margin - before) / left)]
}

type Span = readonly [number, number]

function hashOf(cells: PictureCells, across: Span, down: Span): Uint8Array | undefined {
  const strengths = transform(sample(cells, across, down))
  const strong = strengths.filter((strength) => Math.abs(strength) >= strengthMin).length
  if (strong < bits / 2) return undefined
  const hash = new Uint8Array(pictureHashBytes)
  for (const [bit, strength] of strengths.entries()) if (strength > 0) hash[bit >> 3]! |= 0x80 >> (bit & 7)
  return hash
}

/** The mean luma of 32 × 32 equal parts of a window. */
function sample(cells: PictureCells, across: Span, down: Span): Float64Array {
  const columns = partsOf(across)
  const rows = partsOf(down)
  const narrow = new Float64Array(side * cellsPerSide)
  for (let y = 0; y < cellsPerSide; y++)
    for (const [x, part] of columns.entries())
      for (const { cell, share } of part) narrow[y * side + x]! += share * cells[y * cellsPerSide + cell]!
  const sampled = new Float64Array(side * side)
  for (const [y, part] of rows.entries())
    for (const { cell, share } of part)
      for (let x = 0; x < side; x++) sampled[y * side + x]! += share * narrow[cell * side + x]!
  return sampled
}

function partsOf([from, to]: Span): { cell: number; share: number }[][] {
  const length = ((to - from) * cellsPerSide) / side
  return Array.from({ length: side }, (_, part) => {
    const start = from * cellsPerSide + part * length
    const end = start + length
    const first = Math.floor(start)
    return Array.from({ length: Math.min(cellsPerSide, Math.ceil(end)) - first }, (_, index) => {
      const cell = first + index
      return { cell, share: (Math.min(cell + 1, end) - Math.max(cell, start)) / length }
    })
  })
}

/** The strength of each frequency, in luma times 16. */
function transform(sampled: Float64Array): number[] {
  const half = new Float64Array(cosines.length * side)
  for (const [frequency, wave] of cosines.entries())
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++) half[frequency * side + y]! += wave[x]! * sampled[y * side + x]!
  return frequencies.map(([across, down]) => {
    let sum = 0
    for (let y = 0; y < side; y++) sum += cosines[down]![y]! * half[across * side + y]!
    return (sum * 2) / side
  })
}

/** @returns the number of different bits, 0 to 256 */
export function pictureDistance(a: Uint8Array, b: Uint8Array): number {
  let count = 0
  for (let at = 0; at < pictureHashBytes; at++)
    for (let differing = a[at]! ^ b[at]!; differing !== 0; differing &= differing - 1) count += 1
  return count
}

/** The similarity of two pictures, in whole percent: no finer, so that answers reveal little about a stored hash. */
export function similarityScore(distance: number): number {
  return Math.round(100 * (1 - distance / bits))
}
