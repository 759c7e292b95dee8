import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseFrames, frameCount, sharpness } from './choose-frames.ts'

describe('the number of frames of a film', () => {
  test.each([
    [2, 24],
    [8, 24],
    [20, 50],
    [24, 60],
    [60, 60],
    [75, 75],
    [300, 90],
  ])('%s s: %s', (seconds, frames) => {
    expect(frameCount(seconds)).toBe(frames)
  })
})

describe('the sharpness of a picture', () => {
  const [width, height] = [64, 48]
  const stripes = (period: number, contrast: number) =>
    Uint8Array.from({ length: width * height }, (_, at) =>
      Math.round(128 + contrast * Math.sin(((at % width) * 2 * Math.PI) / period)),
    )

  test('falls when the picture is blurred', () => {
    expect(sharpness(stripes(4, 60), width, height)).toBeGreaterThan(
      4 * sharpness(stripes(16, 60), width, height),
    )
  })

  test('does not rise with contrast', () => {
    const [soft, hard] = [stripes(8, 30), stripes(8, 120)].map((grey) => sharpness(grey, width, height))
    expect(hard! / soft!).toBeCloseTo(1, 1)
  })

  test('is 0 for a uniform picture and for one of border pixels only', () => {
    expect(sharpness(new Uint8Array(width * height).fill(90), width, height)).toBe(0)
    expect(sharpness(Uint8Array.of(0, 255), 2, 1)).toBe(0)
  })
})

describe('the frames chosen', () => {
  test('are the sharpest ones near even steps', () => {
    const sharp = [0.1, 0.4, 0.1, 0.1, 0.1, 0.4, 0.1, 0.1, 0.1, 0.4, 0.1, 0.1]
    expect(chooseFrames(sharp, 3)).toEqual([1, 5, 9])
  })

  test('are not close together for a little more sharpness', () => {
    const sharp = [0.1, 0.1, 0.1, 0.11, 0.11, 0.1, 0.1, 0.1]
    const [first, second] = chooseFrames(sharp, 2)
    expect(second! - first!).toBeGreaterThan(2)
  })

  test('are all candidates when there are too few', () => {
    expect(chooseFrames([1, 2, 3], 24)).toEqual([0, 1, 2])
    expect(chooseFrames([], 24)).toEqual([])
  })

  test('come one from each stretch of the film', () => {
    const films = fc.tuple(
      fc.array(fc.double({ min: 0, max: 2, noNaN: true }), { minLength: 1, maxLength: 200 }),
      fc.integer({ min: 1, max: 60 }),
    )
    fc.assert(
      fc.property(films, ([sharp, count]) => {
        const chosen = chooseFrames(sharp, count)
        expect(chosen).toHaveLength(Math.min(count, sharp.length))
        const step = sharp.length / chosen.length
        chosen.forEach((frame, stretch) => {
          expect(frame).toBeGreaterThanOrEqual(Math.round(stretch * step))
          expect(frame).toBeLessThan(Math.round((stretch + 1) * step))
        })
      }),
    )
  })
})
