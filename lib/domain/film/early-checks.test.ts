import fc from 'fast-check'
import { expect, test } from 'vitest'
import { earlyChecks, type SampledFigures, sampledFilmChecks } from './early-checks.ts'

const textsOf = (seconds: number, width = 1_920, height = 1_080, askedSeconds?: number) =>
  earlyChecks({ seconds, width, height, askedSeconds }).map(({ is, text }) => `${is}: ${text}`)

test('a film that fits is told so', () => {
  expect(textsOf(32.4)).toEqual(['good: 0:32 long', 'good: 1920 × 1080 pixels'])
  expect(textsOf(300, 720, 1_280)).toEqual(['good: 5:00 long', 'good: 720 × 1280 pixels'])
})

test('too short, too long and too small are found before anything is uploaded', () => {
  expect(textsOf(4.9)[0]).toBe('bad: 0:04 long: a 3D model needs at least 5 seconds')
  expect(textsOf(301)[0]).toBe('bad: 5:01 long: at most 5 minutes are taken')
  expect(textsOf(30, 854, 480)[1]).toBe('bad: 854 × 480 pixels: at least 720 are needed on the short side')
})

test('a film shorter than asked for gets advice, and is not refused', () => {
  expect(textsOf(12, 1_920, 1_080, 60)[0]).toBe('advice: 0:12 long: the poster asks for about 1:00')
  expect(textsOf(50, 1_920, 1_080, 60)[0]).toBe('advice: 0:50 long: the poster asks for about 1:00')
  expect(textsOf(55, 1_920, 1_080, 60)[0]).toBe('good: 0:55 long')
  expect(textsOf(90, 1_920, 1_080, 60)[0]).toBe('good: 1:30 long')
})

test('facts that the browser cannot read are not judged', () => {
  expect(textsOf(Number.NaN, 0, 0)).toEqual([])
  expect(textsOf(Number.POSITIVE_INFINITY, 0, 0)).toEqual([])
})

const good: SampledFigures = {
  lumaMean: 120,
  clippedLow: 0.01,
  clippedHigh: 0.01,
  frameDifferenceMedian: 12,
  laplacianShare: 0.06,
}
const found = (changes: Partial<SampledFigures>) =>
  sampledFilmChecks({ ...good, ...changes }).map(({ name, is }) => `${name} ${is}`)

test('light, sharpness and movement are judged by the limits of the server', () => {
  expect(found({})).toEqual(['light good', 'sharpness good', 'movement good'])
  expect(found({ lumaMean: 20 })).toEqual(['light bad', 'sharpness good', 'movement good'])
  expect(found({ clippedHigh: 0.5 })[0]).toBe('light bad')
  expect(found({ laplacianShare: 0.01 })[1]).toBe('sharpness bad')
  expect(found({ laplacianShare: 0.03 })[1]).toBe('sharpness advice')
  expect(found({ laplacianShare: null })[1]).toBe('sharpness good')
  expect(found({ frameDifferenceMedian: 0.3 })[2]).toBe('movement bad')
})

test('each of the three is judged once for any measurement, and says what to do when it is bad', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const luma = fc.double({ min: 0, max: 255, noNaN: true })
  const sampled = fc.record({
    lumaMean: luma,
    clippedLow: share,
    clippedHigh: share,
    frameDifferenceMedian: luma,
    laplacianShare: fc.option(share),
  })
  fc.assert(
    fc.property(sampled, (figures) => {
      const checks = sampledFilmChecks(figures)
      expect(checks.map(({ name }) => name)).toEqual(['light', 'sharpness', 'movement'])
      for (const { is, text } of checks) if (is === 'bad') expect(text).toMatch(/\. [A-Z].+\.$/)
    }),
  )
})
