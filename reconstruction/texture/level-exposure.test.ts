import fc from 'fast-check'
import { expect, test } from 'vitest'
import { levelExposure } from './level-exposure.ts'
import { rejectStrangers } from './reject-strangers.ts'

const triangles = 300

/** Views that all see the same colours, each through its own exposure. */
function seenThrough(exposures: readonly number[]) {
  const samples = new Uint8Array(exposures.length * triangles * 3)
  exposures.forEach((exposure, view) => {
    for (let at = 0; at < triangles * 3; at++)
      samples[view * triangles * 3 + at] = Math.round((60 + ((at * 37) % 90)) * exposure)
  })
  const scores = new Float32Array(exposures.length * triangles).fill(5)
  return { views: exposures.length, triangles, scores, samples }
}

test('equalizes pictures of different exposure', () => {
  const exposures = fc.array(fc.double({ min: 0.8, max: 1.25, noNaN: true }), { minLength: 2, maxLength: 8 })
  fc.assert(
    fc.property(exposures, (factors) => {
      const gains = levelExposure(seenThrough(factors))
      const levelled = factors.map((factor, view) => factor * gains[3 * view + 1]!)
      expect(Math.max(...levelled) / Math.min(...levelled)).toBeLessThan(
        1 + 0.1 * (Math.max(...factors) / Math.min(...factors) - 1) + 0.02,
      )
    }),
    { numRuns: 50 },
  )
})

test('a view with another colour than all others is ignored', () => {
  const seen = seenThrough([1, 1, 1, 1, 1])
  seen.samples.fill(250, 3 * (2 * triangles + 7), 3 * (2 * triangles + 7) + 3)
  rejectStrangers(seen, new Float64Array(15).fill(1))
  const rejected = [...seen.scores.keys()].filter((at) => seen.scores[at] === 0)
  expect(rejected).toEqual([2 * triangles + 7])
})
