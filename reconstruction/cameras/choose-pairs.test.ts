import fc from 'fast-check'
import { expect, test } from 'vitest'
import { choosePairs } from './choose-pairs.ts'

test('each frame is compared with the next, and the start of a film with its end', () => {
  const pairs = choosePairs(61).map((pair) => pair.join('-'))
  for (let frame = 0; frame < 60; frame += 1) expect(pairs).toContain(`${frame}-${frame + 1}`)
  expect(pairs).toContain('0-60')
  expect(pairs.length).toBeLessThan(61 * 7)
})

test('each pair of different frames is compared at most once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 120 }), (frames) => {
      const pairs = choosePairs(frames)
      expect(new Set(pairs.map((pair) => pair.join('-'))).size).toBe(pairs.length)
      for (const [one, other] of pairs) expect(one < other && other < frames).toBe(true)
    }),
  )
})
