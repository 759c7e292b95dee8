import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ForecastFigures, forecastModel, hasNoForecast, modelForecasts } from './forecast-model.ts'

/** Measured: the orbit of 24 s. */
const orbit: ForecastFigures = {
  expected: 60,
  frames: 32,
  points: 534,
  pairs: 48,
  linked: 48,
  flat: 0,
  chained: 32,
  inliers: 269,
}
const of = (changes: Partial<ForecastFigures>) => forecastModel({ ...orbit, ...changes }, [])

describe('the forecast of a model', () => {
  test('is likely for a walk around a subject', () => {
    expect(of({})).toEqual({
      forecast: 'likely',
      reason: '32 of 32 pictures that were compared fit together, and they show depth.',
    })
  })

  test('is unlikely for a turn on the spot, and says to walk around the subject', () => {
    const { forecast, reason, advice } = of({ flat: 48 })
    expect(forecast).toBe('unlikely')
    expect(reason).toMatch(/^The camera turned on the spot.*near from far\.$/)
    expect(advice).toMatch(/^Walk around the subject/)
    expect(of({ flat: 41 }).forecast).toBe('unlikely')
  })

  test('is doubtful for a turn on the spot in three quarters of the film, and likely for half of it', () => {
    expect(of({ flat: 36 }).forecast).toBe('doubtful')
    expect(of({ flat: 24 }).forecast).toBe('likely')
  })

  test('is unlikely for a bare wall, whose pictures have nothing to recognise', () => {
    const { forecast, reason } = of({ points: 0, linked: 0, chained: 0, inliers: 0 })
    expect(forecast).toBe('unlikely')
    expect(reason).toContain('bare walls')
  })

  test('names the pictures that do not fit together', () => {
    expect(of({ chained: 12 })).toMatchObject({
      forecast: 'unlikely',
      reason: expect.stringContaining('Only 12 of 32 pictures'),
    })
    expect(of({ chained: 26 })).toMatchObject({
      forecast: 'doubtful',
      reason: expect.stringContaining('Only 26 of 32 pictures'),
    })
  })

  test('is unlikely for a film with fewer pictures than a model needs', () => {
    expect(of({ expected: 24, frames: 11, chained: 11 }).forecast).toBe('unlikely')
    expect(of({ expected: 24, frames: 0, chained: 0, linked: 0 }).forecast).toBe('unlikely')
  })

  test('is doubtful for neighbours with little in common', () => {
    expect(of({ points: 100, inliers: 18 }).forecast).toBe('doubtful')
    // Measured: a walk down a street, of which no model can be made, and the orbit at four times the speed, of which one can.
    const walk = { expected: 29, frames: 29, points: 806, pairs: 81, linked: 71, chained: 29, inliers: 82 }
    expect(of(walk).forecast).toBe('doubtful')
    const fast = {
      expected: 24,
      frames: 23,
      points: 539,
      pairs: 63,
      linked: 53,
      flat: 4,
      chained: 23,
      inliers: 123,
    }
    expect(of(fast).forecast).toBe('likely')
  })

  test('is at best doubtful for a film that failed its check for its picture, and says why', () => {
    const blurred = { code: 'blurred', text: 'The film is blurred. Clean the lens.' }
    expect(forecastModel(orbit, [blurred])).toEqual({
      forecast: 'doubtful',
      reason: `The pictures fit together, but the film failed its check. ${blurred.text}`,
    })
  })

  test('is unlikely for a film that is too short, with that reason, even if its pictures are good', () => {
    const short = { code: 'too_short', text: 'The film lasts 1.0 s.' }
    for (const figures of [orbit, { ...orbit, flat: 30 }, { ...orbit, frames: 2, chained: 2 }]) {
      const { forecast, reason } = forecastModel(figures, [short])
      expect([forecast, reason]).toEqual(['unlikely', expect.stringContaining('too short')])
      expect(reason).not.toContain('fit together')
    }
  })

  test('is not made for a copy of an earlier film, whatever else its check found', () => {
    const duplicate = { code: 'duplicate', text: 'Seen before.' }
    const blurred = { code: 'blurred', text: 'The film is not sharp.' }
    expect([[duplicate], [blurred, duplicate], [blurred], []].map(hasNoForecast)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test('never improves when fewer pairs show depth, and always has a sentence', () => {
    const figures = fc
      .record({
        expected: fc.nat(90),
        frames: fc.nat(32),
        points: fc.nat(2_048),
        linked: fc.nat(90),
        inliers: fc.nat(500),
      })
      .chain((some) =>
        fc.record({ flat: fc.nat(some.linked), chained: fc.nat(some.frames) }).map((more) => ({
          ...some,
          ...more,
          pairs: some.linked,
        })),
      )
    fc.assert(
      fc.property(figures, (some) => {
        const now = forecastModel(some, [])
        const worse = forecastModel({ ...some, flat: some.linked }, [])
        expect(modelForecasts.indexOf(worse.forecast)).toBeGreaterThanOrEqual(
          modelForecasts.indexOf(now.forecast),
        )
        expect(now.reason).toMatch(/^[A-Z0-9].*\.$/)
      }),
    )
  })

  test('never improves with a finding of the check', () => {
    const codes = [
      ...['incomplete', 'wrong_length', 'low_resolution', 'too_short', 'too_long', 'low_frame_rate', 'black'],
      ...['too_dark', 'too_bright', 'frozen', 'no_motion', 'edited', 'blurred'],
    ]
    const found = fc.subarray(codes).map((some) => some.map((code) => ({ code, text: `The film: ${code}.` })))
    const figures = fc.record({ flat: fc.nat(48), chained: fc.nat(32), inliers: fc.nat(500) })
    fc.assert(
      fc.property(figures, found, (some, reasons) => {
        const rank = (given: typeof reasons) =>
          modelForecasts.indexOf(forecastModel({ ...orbit, ...some }, given).forecast)
        expect(rank(reasons)).toBeGreaterThanOrEqual(rank([]))
        if (reasons.some(({ code }) => code === 'too_short'))
          expect(rank(reasons)).toBe(modelForecasts.indexOf('unlikely'))
      }),
    )
  })
})
