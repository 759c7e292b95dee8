import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  duplicateAtMost,
  fingerprintDistance,
  type GrayPicture,
  hashPicture,
  judgeLikeness,
  judgeRepeat,
  mirrorPicture,
  packFingerprint,
  similarAtMost,
} from '#lib/domain/film/frame-hash'

const width = 68
const height = 64

/** Blocks of random brightness with soft borders: unlike any other seed. */
function picture(seed: number, change: (luma: number) => number = (luma) => luma): GrayPicture {
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const waves = [1, 2, 3, 4, 5].map((wave) =>
        Math.sin(seed * wave * 1.7 + (x * wave) / 9 + y / (wave * 4)),
      )
      pixels[y * width + x] = clamp(change(128 + 22 * waves.reduce((sum, wave) => sum + wave, 0)))
    }
  return { pixels, width, height }
}

const clamp = (luma: number) => Math.min(255, Math.max(0, Math.round(luma)))
const film = (pictures: GrayPicture[]) => packFingerprint(pictures.map((each) => hashPicture(each)!))
const hash = fc.uint8Array({ minLength: 32, maxLength: 32 })
const fingerprint = fc.array(hash, { minLength: 1, maxLength: 12 }).map(packFingerprint)

describe('the distance', () => {
  test('of a film to itself is 0', () => {
    fc.assert(
      fc.property(fingerprint, (print) => {
        expect(fingerprintDistance(print, print)).toBe(0)
      }),
    )
  })

  test('is symmetric, and between 0 and 1', () => {
    fc.assert(
      fc.property(fingerprint, fingerprint, (a, b) => {
        const distance = fingerprintDistance(a, b)
        expect(fingerprintDistance(b, a)).toBe(distance)
        expect(distance).toBeGreaterThanOrEqual(0)
        expect(distance).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('does not depend on the order of pictures', () => {
    fc.assert(
      fc.property(fc.array(hash, { minLength: 1, maxLength: 8 }), fingerprint, (hashes, other) => {
        const reversed = packFingerprint(hashes.toReversed())
        expect(fingerprintDistance(reversed, other)).toBe(fingerprintDistance(packFingerprint(hashes), other))
      }),
    )
  })

  test('is the median of best matches, counted in bits', () => {
    const bits = (count: number) =>
      Uint8Array.from({ length: 32 }, (_, byte) => 2 ** Math.max(0, Math.min(8, count - byte * 8)) - 1)
    const other = packFingerprint([bits(0)])
    expect(fingerprintDistance(packFingerprint([bits(64)]), other)).toBe(0.25)
    expect(fingerprintDistance(packFingerprint([bits(16), bits(64), bits(256)]), other)).toBe(16 / 256)
    expect(fingerprintDistance(packFingerprint([bits(256)]), other)).toBe(1)
  })

  test('of any part of a film to the whole is 0', () => {
    const hashes = fc.array(hash, { minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(hashes, fc.nat({ max: 10 }), (whole, cut) => {
        const piece = whole.slice(cut % whole.length)
        expect(fingerprintDistance(packFingerprint(piece), packFingerprint(whole))).toBe(0)
      }),
    )
  })

  test('is 1 for an empty fingerprint or one of another format', () => {
    const print = film([picture(1)])
    const later = Uint8Array.from(print)
    later[0] = 2
    for (const nothing of [packFingerprint([]), new Uint8Array(), later, print.subarray(0, 20)]) {
      expect(fingerprintDistance(nothing, print)).toBe(1)
      expect(fingerprintDistance(print, nothing)).toBe(1)
      expect(fingerprintDistance(nothing, nothing)).toBe(1)
    }
  })
})

describe('a picture', () => {
  const original = film([1, 2, 3].map((seed) => picture(seed)))
  const copy = (change: (luma: number) => number) => film([1, 2, 3].map((seed) => picture(seed, change)))

  test('that is brighter, flatter or noisy has almost the same hash', () => {
    let noise = 1
    const noisy = (luma: number) => {
      noise = (noise * 48_271) % 2_147_483_647
      return luma + (noise % 17) - 8
    }
    for (const change of [(luma: number) => luma + 20, (luma: number) => 64 + luma / 2, noisy])
      expect(fingerprintDistance(original, copy(change))).toBeLessThan(duplicateAtMost)
  })

  test('that is mirrored, negative or different has a distant hash', () => {
    const others = [
      film([1, 2, 3].map((seed) => mirrorPicture(picture(seed)))),
      copy((luma) => 255 - luma),
      film([41, 52, 63].map((seed) => picture(seed))),
    ]
    for (const other of others) expect(fingerprintDistance(original, other)).toBeGreaterThan(similarAtMost)
  })

  test('that is mirrored twice has the same hash', () => {
    expect(film([1, 2, 3].map((seed) => mirrorPicture(mirrorPicture(picture(seed)))))).toEqual(original)
  })

  test('of a wall, of the night or through a covered lens has no hash', () => {
    const even = (luma: (at: number) => number) =>
      hashPicture({ pixels: new Uint8Array(width * height).map((_, at) => luma(at)), width, height })
    expect(even(() => 0)).toBeUndefined()
    expect(even(() => 255)).toBeUndefined()
    expect(even((at) => 20 + ((at * 7) % 3))).toBeUndefined()
    expect(even((at) => Math.floor((at / width) * 3))).toBeUndefined()
  })

  test('of at least 17 × 16 pixels has a hash of 32 bytes', () => {
    const size = fc.record({
      width: fc.integer({ min: 17, max: 90 }),
      height: fc.integer({ min: 16, max: 90 }),
    })
    fc.assert(
      fc.property(size, ({ width, height }) => {
        const pixels = new Uint8Array(width * height).map((_, at) => ((at % width) * 255) / width)
        expect(hashPicture({ pixels: pixels.map((luma) => 255 - luma), width, height })).toEqual(
          new Uint8Array(32).fill(255),
        )
        expect(hashPicture({ pixels, width, height })).toEqual(new Uint8Array(32))
      }),
    )
  })
})

const submissionId = 'sub_earlier'

test('the same film fails, a similar one gets a warning, a different one passes', () => {
  const judged = [0, 0.1, 0.101, 0.22, 0.221, 1].map((distance) => {
    const { verdict, reasons, warnings } = judgeLikeness({ distance, submissionId })
    return [verdict, ...[...reasons, ...warnings].map(({ code }) => code)]
  })
  expect(judged).toEqual([
    ['fail', 'duplicate'],
    ['fail', 'duplicate'],
    ['pass', 'similar'],
    ['pass', 'similar'],
    ['pass'],
    ['pass'],
  ])
  expect(judgeLikeness(undefined).verdict).toBe('pass')
})

test('only a copy of a film for the same bounty is called a repeated one, and it never fails for it', () => {
  expect(
    [0, 0.1, 0.101].map((distance) => judgeRepeat({ distance, submissionId }).map(({ code }) => code)),
  ).toEqual([['repeated'], ['repeated'], []])
  expect(judgeRepeat(undefined)).toEqual([])
})

test('each finding about an earlier film has the id of that film', () => {
  const found = [0, 0.2].flatMap((distance) => {
    const { reasons, warnings } = judgeLikeness({ distance, submissionId })
    return [...reasons, ...warnings]
  })
  expect([...found, ...judgeRepeat({ distance: 0, submissionId })].map(({ earlier }) => earlier)).toEqual([
    submissionId,
    submissionId,
    submissionId,
  ])
})

test('only the contributor of a repeated film is told to submit another', () => {
  const [finding] = judgeLikeness({ distance: 0, submissionId }).reasons
  expect(finding!.text).toBe('The film looks the same as one that was submitted before.')
  expect(finding!.advice).toContain('Submit a film of your own')
})

test('a fingerprint never grows beyond the longest film', () => {
  const hashes = (count: number) => Array.from({ length: count }, () => new Uint8Array(32))
  expect(packFingerprint(hashes(602))).toHaveLength(1 + 602 * 32)
  expect(() => packFingerprint(hashes(1_201))).toThrow(RangeError)
})
