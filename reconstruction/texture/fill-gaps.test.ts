import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillGaps } from './fill-gaps.ts'

test('painted texels are unchanged, and each gap gets a colour between the painted ones', () => {
  const size = 16
  const painted = fc.array(fc.tuple(fc.nat(size * size - 1), fc.nat(255)), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(painted, (spots) => {
      const texels = new Uint8Array(size * size * 3).fill(99)
      const covered = new Uint8Array(size * size)
      const wanted = new Map(spots)
      for (const [at, value] of wanted) {
        texels.fill(value, 3 * at, 3 * at + 3)
        covered[at] = 1
      }
      fillGaps(texels, covered, size)
      const [low, high] = [Math.min(...wanted.values()), Math.max(...wanted.values())]
      for (const [at, value] of wanted)
        expect([...texels.subarray(3 * at, 3 * at + 3)]).toEqual([value, value, value])
      expect(Math.min(...texels)).toBeGreaterThanOrEqual(low)
      expect(Math.max(...texels)).toBeLessThanOrEqual(high)
    }),
  )
})
