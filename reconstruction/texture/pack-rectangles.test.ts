import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packRectangles } from './pack-rectangles.ts'

const side = fc.double({ min: 0, max: 300, noNaN: true })
const rectangles = fc.array(fc.record({ width: side, height: side }), { minLength: 1, maxLength: 200 })

test('charts do not touch, are inside the texture, and the texture has at most the allowed size', () => {
  fc.assert(
    fc.property(rectangles, fc.constantFrom(512, 1024, 2048), (charts, maxSize) => {
      const { size, scale, corners } = packRectangles(charts, maxSize)
      expect(size).toBeLessThanOrEqual(maxSize)
      expect(Math.log2(size) % 1).toBe(0)
      expect(scale === 1 || size === maxSize).toBe(true)
      const boxes = charts.map(({ width, height }, k) => {
        const [left, top] = [corners[2 * k]!, corners[2 * k + 1]!]
        return { left, top, right: left + width * scale, bottom: top + height * scale }
      })
      for (const box of boxes) {
        expect(Math.min(box.left, box.top)).toBeGreaterThanOrEqual(2)
        expect(Math.max(box.right, box.bottom)).toBeLessThanOrEqual(size - 2)
      }
      const clash = boxes.some((a, i) =>
        boxes.some(
          (b, j) =>
            i < j &&
            a.left < b.right + 3 &&
            b.left < a.right + 3 &&
            a.top < b.bottom + 3 &&
            b.top < a.bottom + 3,
        ),
      )
      expect(clash).toBe(false)
    }),
    { numRuns: 60 },
  )
})

test('more charts than texels are refused', () => {
  const charts = Array.from({ length: 20_000 }, () => ({ width: 1, height: 1 }))
  expect(() => packRectangles(charts, 512)).toThrow('20000 charts do not fit')
})
