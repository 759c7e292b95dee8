import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crossesItself } from './self-crossing.ts'

type Point = [number, number]
const ring = (...corners: Point[]): Point[] => [...corners, corners[0]!]

test.each<[string, boolean, Point[]]>([
  ['a square', false, ring([0, 0], [1, 0], [1, 1], [0, 1])],
  ['a bow tie', true, ring([0, 0], [1, 1], [1, 0], [0, 1])],
  ['a concave outline', false, ring([0, 0], [4, 0], [4, 4], [2, 1], [0, 4])],
  ['a corner on another edge', true, ring([0, 0], [4, 0], [4, 4], [2, 0], [0, 4])],
  ['an edge that runs back along its neighbour', true, ring([0, 0], [4, 0], [2, 0], [2, 3])],
  ['a corner halfway along a straight side', false, ring([0, 0], [2, 0], [4, 0], [4, 4])],
  ['a corner given twice', false, ring([0, 0], [1, 0], [1, 0], [1, 1])],
  ['a star of five points', true, ring([0, 3], [2, -3], [-3, 1], [3, 1], [-2, -3])],
])('%s: crosses itself is %s', (_, crosses, points) => {
  expect(crossesItself(points)).toBe(crosses)
})

test('corners in the order of their angle round a point never cross', () => {
  const radius = fc.double({ min: 1, max: 10, noNaN: true })
  fc.assert(
    fc.property(fc.array(radius, { minLength: 3, maxLength: 40 }), (radii) => {
      const corners = radii.map((length, index): Point => {
        const angle = (index / radii.length) * 2 * Math.PI
        return [length * Math.cos(angle), length * Math.sin(angle)]
      })
      // Three corners or more go round the point in steps of less than half a turn.
      expect(crossesItself(ring(...corners))).toBe(false)
    }),
  )
})

test('a shifted or reversed outline is judged the same', () => {
  const point = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }))
  fc.assert(
    fc.property(fc.uniqueArray(point, { minLength: 3, maxLength: 9, selector: String }), (corners) => {
      const crosses = crossesItself(ring(...corners))
      expect(crossesItself(ring(...corners.slice(1), corners[0]!))).toBe(crosses)
      expect(crossesItself(ring(...corners.toReversed()))).toBe(crosses)
    }),
  )
})
