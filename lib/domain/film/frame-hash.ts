import { duplicateCode, type QualityJudgement } from '#lib/domain/film/quality'

// Fingerprints of films, to recognize one that was submitted before.

/** Up to this distance two films are copies: scaled, trimmed, blurred or encoded again (measured .004 to .066). */
export const duplicateAtMost = 0.1
/** Up to this distance a person should compare: a cropped copy (.16), or two honest films of one place from one side. */
export const similarAtMost = 0.22

const version = 1
const columns = 16
const rows = 16
/** One bit for each comparison. */
const hashBytes = (columns * rows) / 8
const maxHashes = 1_200
/** A smaller step between cells (of 0..255) is noise and compression; counting it made copies look different. */
const stepMinLuma = 2
/** A wall, a night sky or a covered lens has fewer steps, and looks like any other such picture. */
const stepsMin = 32

/** One picture in gray, row by row, one byte a pixel; at least 17 × 16 pixels. */
export type GrayPicture = { pixels: Uint8Array; width: number; height: number }

/**
 * dHash of a picture (Krawetz, "Kind of Like That", 2013): averaged down to 17 × 16 cells; a bit is set where a cell is
 * brighter than its right neighbour, by more than noise.
 *
 * @returns 32 bytes, or `undefined` for a picture too uniform to distinguish from others
 */
export function hashPicture(picture: GrayPicture): Uint8Array | undefined {
  const cells = averageCells(picture)
  const hash = new Uint8Array(hashBytes)
  let steps = 0
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = row * (columns + 1) + column
      const step = cells[at]! - cells[at + 1]!
      if (Math.abs(step) > stepMinLuma) steps += 1
      const bit = row * columns + column
      if (step > stepMinLuma) hash[bit >> 3]! |= 1 << (bit & 7)
    }
  return steps < stepsMin ? undefined : hash
}

/** The picture mirrored left to right. */
export function mirrorPicture({ pixels, width, height }: GrayPicture): GrayPicture {
  const mirrored = new Uint8Array(pixels.length)
  for (let row = 0; row < height; row++)
    mirrored.set(pixels.subarray(row * width, (row + 1) * width).toReversed(), row * width)
  return { pixels: mirrored, width, height }
}

function averageCells({ pixels, width, height }: GrayPicture): Float64Array {
  const across = columns + 1
  const cells = new Float64Array(across * rows)
  for (let row = 0; row < rows; row++) {
    const top = Math.floor((row * height) / rows)
    const bottom = Math.floor(((row + 1) * height) / rows)
    for (let column = 0; column < across; column++) {
      const left = Math.floor((column * width) / across)
      const right = Math.floor(((column + 1) * width) / across)
      let sum = 0
      for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += pixels[y * width + x]!
      cells[row * across + column] = sum / ((bottom - top) * (right - left))
    }
  }
  return cells
}

/** A film's fingerprint: a version byte, then the hashes of its pictures, two a second. */
export function packFingerprint(hashes: readonly Uint8Array[]): Uint8Array {
  if (hashes.length > maxHashes) throw new RangeError(`a fingerprint has at most ${maxHashes} pictures`)
  const packed = new Uint8Array(1 + hashes.length * hashBytes)
  packed[0] = version
  hashes.forEach((hash, index) => {
    packed.set(hash, 1 + index * hashBytes)
  })
  return packed
}

/**
 * How different two films look: 0 the same, about .5 unrelated, 1 if they cannot be compared (a film without pictures, or another
 * version). For each picture of one film the best match in the other is found; the median of these is the distance in one
 * direction. The result is the smaller of both directions, so it is symmetric, and a part of a film is near the whole.
 */
export function fingerprintDistance(a: Uint8Array, b: Uint8Array): number {
  const [left, right] = [unpack(a), unpack(b)]
  if (left.length === 0 || right.length === 0) return 1
  const bestLeft = new Uint16Array(left.length / hashWords).fill(columns * rows)
  const bestRight = new Uint16Array(right.length / hashWords).fill(columns * rows)
  for (let i = 0; i < bestLeft.length; i++)
    for (let j = 0; j < bestRight.length; j++) {
      let bits = 0
      for (let word = 0; word < hashWords; word++)
        bits += countBits(left[i * hashWords + word]! ^ right[j * hashWords + word]!)
      if (bits < bestLeft[i]!) bestLeft[i] = bits
      if (bits < bestRight[j]!) bestRight[j] = bits
    }
  return Math.min(median(bestLeft), median(bestRight)) / (columns * rows)
}

const hashWords = hashBytes / 4

function unpack(fingerprint: Uint8Array): Int32Array {
  const bytes = fingerprint.slice(1)
  if (fingerprint[0] !== version || bytes.length % hashBytes !== 0) return new Int32Array()
  return new Int32Array(bytes.buffer)
}

function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

function median(values: Uint16Array): number {
  const sorted = values.sort()
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** An earlier film, by the id of its submission, and how different it looks. */
export type EarlierDistance = { distance: number; submissionId: string }

/**
 * Judges the distance to the nearest earlier film that the same contributor submitted for the same bounty and that passed its check. It
 * never fails a film: only one is paid, and the poster should know that there is no second one to choose from.
 */
export function judgeRepeat(nearest: EarlierDistance | undefined): QualityJudgement['warnings'] {
  if (nearest === undefined || nearest.distance > duplicateAtMost) return []
  return [
    {
      code: 'repeated',
      text: 'The film looks the same as one that the same wallet submitted for this bounty before.',
      advice: 'Film another take: the poster pays for one film, and a copy adds nothing to choose from.',
      earlier: nearest.submissionId,
    },
  ]
}

/** Judges the distance to the nearest earlier film: the same film fails, a similar one gets a warning. */
export function judgeLikeness(nearest: EarlierDistance | undefined): QualityJudgement {
  if (nearest === undefined || nearest.distance > similarAtMost)
    return { verdict: 'pass', reasons: [], warnings: [] }
  const earlier = nearest.submissionId
  if (nearest.distance <= duplicateAtMost)
    return {
      verdict: 'fail',
      reasons: [
        {
          code: duplicateCode,
          text: 'The film looks the same as one that was submitted before.',
          advice: 'Submit a film of your own that was not submitted here before.',
          earlier,
        },
      ],
      warnings: [],
    }
  return {
    verdict: 'pass',
    reasons: [],
    warnings: [
      {
        code: 'similar',
        text: 'The film resembles one that was submitted before. Two films of one place can look alike.',
        earlier,
      },
    ],
  }
}
