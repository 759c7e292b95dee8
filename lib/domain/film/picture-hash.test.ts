import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellsOf, cellsPerSide, collectCells, lumaOf, turnCells } from '#lib/domain/film/picture-cells'
import {
  hashPictureCells,
  pictureDistance,
  pictureDistanceMax,
  searchHashes,
  similarityScore,
} from '#lib/domain/film/picture-hash'

type Crop = { left: number; right: number; top: number; bottom: number }
const whole: Crop = { left: 0, right: 0, top: 0, bottom: 0 }

/** Waves of many lengths and directions: the pictures of different seeds differ at any size and crop. */
function picture(seed: number, size: { width: number; height: number }, crop = whole) {
  const { width, height } = size
  const waves = Array.from({ length: 40 }, (_, at) => {
    const random = (salt: number) =>
      Math.abs(Math.sin((seed + 1) * 12.9898 + at * 78.233 + salt * 37.719) * 43_758.5453) % 1
    const length = 1 + 14 * random(1)
    const angle = 2 * Math.PI * random(2)
    return {
      x: length * Math.cos(angle),
      y: length * Math.sin(angle),
      phase: 7 * random(3),
      height: 90 / (2 + length),
    }
  })
  const pixels = new Uint8Array(width * height)
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const x = crop.left + ((column + 0.5) / width) * (1 - crop.left - crop.right)
      const y = crop.top + ((row + 0.5) / height) * (1 - crop.top - crop.bottom)
      let luma = 128
      for (const wave of waves)
        luma += wave.height * Math.sin(2 * Math.PI * (wave.x * x + wave.y * y) + wave.phase)
      pixels[row * width + column] = Math.max(0, Math.min(255, Math.round(luma)))
    }
  return { pixels, width, height }
}

const large = { width: 220, height: 164 }
const small = { width: 128, height: 96 }
const stored = (seed: number) => hashPictureCells(cellsOf(picture(seed, large)))!
const nearest = (hash: Uint8Array, hashes: readonly Uint8Array[]) =>
  Math.min(...hashes.map((one) => pictureDistance(one, hash)))
const seeds = fc.integer({ min: 0, max: 10_000 })
const lost = fc.double({ min: 0, max: 0.04, noNaN: true })
const runs = { numRuns: 8 }

describe('a photograph', () => {
  test('is found when it was scaled and any up to 4 % of each side were cropped', () => {
    fc.assert(
      fc.property(seeds, fc.record({ left: lost, right: lost, top: lost, bottom: lost }), (seed, crop) => {
        const copy = searchHashes(cellsOf(picture(seed, small, crop)), 'photograph')
        expect(copy).toHaveLength(25)
        expect(nearest(stored(seed), copy)).toBeLessThanOrEqual(pictureDistanceMax)
      }),
      runs,
    )
  })

  test('is never found by another one', () => {
    fc.assert(
      fc.property(seeds, seeds, (one, other) => {
        fc.pre(one !== other)
        const copy = searchHashes(cellsOf(picture(one, small)), 'photograph')
        expect(nearest(stored(other), copy)).toBeGreaterThan(pictureDistanceMax + 20)
      }),
      runs,
    )
  })

  test('has the same hash when it is brighter, with less contrast, or of another resolution', () => {
    const one = picture(1, large)
    const hash = stored(1)
    const faded = { ...one, pixels: one.pixels.map((luma) => Math.round(60 + luma / 2)) }
    for (const cells of [
      cellsOf(faded),
      cellsOf(picture(1, small)),
      cellsOf(picture(1, { width: 97, height: 71 })),
    ])
      expect(pictureDistance(hashPictureCells(cells)!, hash)).toBeLessThanOrEqual(6)
  })

  test('has the same cells whether its pixels arrive at once or row by row', () => {
    const one = picture(2, small)
    const collected = collectCells(one)
    for (let row = 0; row < one.height; row++)
      collected.addRows(one.pixels.subarray(row * one.width, (row + 1) * one.width), row)
    expect(collected.cells()).toEqual(cellsOf(one))
  })

  test('turned as its EXIF data says has the hash of what viewers show', () => {
    const cells = cellsOf(picture(3, large))
    const at = (x: number, y: number) => y * cellsPerSide + x
    const last = cellsPerSide - 1
    // Where the pixel that is shown at the top left, and the one to its right, are stored.
    const corners: Record<number, [number, number]> = {
      1: [at(0, 0), at(1, 0)],
      2: [at(last, 0), at(last - 1, 0)],
      3: [at(last, last), at(last - 1, last)],
      4: [at(0, last), at(1, last)],
      5: [at(0, 0), at(0, 1)],
      6: [at(0, last), at(0, last - 1)],
      7: [at(last, last), at(last, last - 1)],
      8: [at(last, 0), at(last, 1)],
    }
    for (const [orientation, [first, second]] of Object.entries(corners)) {
      const turned = turnCells(cells, Number(orientation))
      expect([turned[0], turned[1]]).toEqual([cells[first], cells[second]])
    }
  })
})

test.each([
  ['a wall', () => 90],
  ['a covered lens with noise', (x: number, y: number) => 4 + ((x * 7 + y * 13) % 3)],
  ['a clear sky', (_: number, y: number) => 140 + y / 8],
])('%s has no hash, so that it matches nothing', (_, luma) => {
  const { width, height } = large
  const pixels = Uint8Array.from({ length: width * height }, (_, at) =>
    luma(at % width, Math.floor(at / width)),
  )
  const cells = cellsOf({ pixels, width, height })
  expect(hashPictureCells(cells)).toBeUndefined()
  expect(searchHashes(cells, 'photograph')).toEqual([])
  expect(searchHashes(cells, 'film')).toEqual([])
})

test('a picture of a film is searched by fewer hashes, and found in the same way', () => {
  const copy = searchHashes(cellsOf(picture(4, small)), 'film')
  expect(copy).toHaveLength(3)
  expect(nearest(stored(4), copy)).toBeLessThanOrEqual(6)
})

test('luma weighs the colours as JPEG does', () => {
  expect([...lumaOf([255, 255, 255, 255, 255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255])]).toEqual([
    255, 76, 150, 29,
  ])
})

test('the similarity is a whole percentage, and every match has at least 82', () => {
  expect(similarityScore(0)).toBe(100)
  expect(similarityScore(pictureDistanceMax)).toBe(82)
  for (let bits = 0; bits <= 256; bits++) expect(Number.isInteger(similarityScore(bits))).toBe(true)
})

test('the distance counts the bits that differ', () => {
  const hash = fc.uint8Array({ minLength: 32, maxLength: 32 })
  fc.assert(
    fc.property(hash, fc.uniqueArray(fc.nat(255)), (one, flipped) => {
      const other = one.slice()
      for (const bit of flipped) other[bit >> 3]! ^= 1 << (bit & 7)
      expect(pictureDistance(one, other)).toBe(flipped.length)
      expect(pictureDistance(other, one)).toBe(flipped.length)
    }),
  )
})
