import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frameCount } from '../frames/choose-frames.ts'
import { chooseNearPairs } from './choose-near-pairs.ts'
import { chooseStretches } from './choose-stretches.ts'

test('a short film is looked at as a whole, at the steps of a model', () => {
  expect(chooseStretches(8)).toEqual([{ from: 0, stepSeconds: 8 / 24, frames: 24 }])
})

test('a longer film is looked at in stretches from its first to its last picture', () => {
  const stretches = chooseStretches(24)
  expect(stretches).toHaveLength(8)
  expect(stretches[0]).toEqual({ from: 0, stepSeconds: 0.4, frames: 4 })
  expect(stretches.at(-1)!.from + 4 * 0.4).toBeCloseTo(24)
})

test('of a film of any length at most 32 pictures are chosen, at the steps of a model and within the film', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.1, max: 600, noNaN: true }), (seconds) => {
      const stretches = chooseStretches(seconds)
      const step = seconds / frameCount(seconds)
      let end = 0
      for (const { from, stepSeconds, frames } of stretches) {
        expect(stepSeconds).toBeCloseTo(step)
        expect(from).toBeGreaterThanOrEqual(end - 1e-6)
        end = from + frames * stepSeconds
      }
      expect(end).toBeLessThanOrEqual(seconds + 1e-6)
      expect(stretches.reduce((sum, { frames }) => sum + frames, 0)).toBeLessThanOrEqual(32)
    }),
  )
})

test('each picture is compared with the next three of its stretch, and with none of another', () => {
  expect(chooseNearPairs([['a1', 'a2', 'a3', 'a4', 'a5'], ['b1', 'b2'], ['c1'], []])).toEqual([
    ...[
      ['a1', 'a2'],
      ['a1', 'a3'],
      ['a1', 'a4'],
      ['a2', 'a3'],
      ['a2', 'a4'],
      ['a2', 'a5'],
    ],
    ...[
      ['a3', 'a4'],
      ['a3', 'a5'],
      ['a4', 'a5'],
      ['b1', 'b2'],
    ],
  ])
})
