import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRandom } from '../../bench/spatial/random.ts'
import { subtract, type Vector } from '../geometry.ts'
import { areaOf, createSurface, nearestOnTriangle, samplePoints, type Triangle } from './surface.ts'

const part = fc.double({ min: -1, max: 1, noNaN: true })
const vector = fc.tuple(part, part, part) as fc.Arbitrary<Vector>
const triangle = (fc.tuple(vector, vector, vector) as fc.Arbitrary<Triangle>).filter(
  (it) => areaOf(it) > 1e-3,
)
const distance = (one: Vector, other: Vector) => Math.hypot(...subtract(one, other))

describe('the point of a triangle nearest to another', () => {
  test('is nearer than any other point of it', () => {
    fc.assert(
      fc.property(vector, triangle, fc.nat(), (point, shape, seed) => {
        const nearest = distance(point, nearestOnTriangle(point, shape))
        for (const other of [...shape, ...samplePoints([shape], 50, createRandom(seed))])
          expect(nearest).toBeLessThanOrEqual(distance(point, other) + 1e-9)
      }),
    )
  })

  test('is on it', () => {
    fc.assert(
      fc.property(vector, triangle, (point, [a, b, c]) => {
        const nearest = nearestOnTriangle(point, [a, b, c])
        const parts: Triangle[] = [
          [nearest, b, c],
          [a, nearest, c],
          [a, b, nearest],
        ]
        const total = parts.reduce((sum, each) => sum + areaOf(each), 0)
        expect(total).toBeCloseTo(areaOf([a, b, c]), 6)
      }),
    )
  })

  test.each<[Vector, Vector]>([
    [
      [0.2, 0.3, 5],
      [0.2, 0.3, 0],
    ],
    [
      [-1, -1, 0],
      [0, 0, 0],
    ],
    [
      [2, -1, 0],
      [1, 0, 0],
    ],
    [
      [-1, 2, 1],
      [0, 1, 0],
    ],
    [
      [0.5, -3, 0],
      [0.5, 0, 0],
    ],
    [
      [-3, 0.5, 2],
      [0, 0.5, 0],
    ],
    [
      [1, 1, 0],
      [0.5, 0.5, 0],
    ],
  ])('%j: %j', (point, wanted) => {
    const corner: Triangle = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ]
    nearestOnTriangle(point, corner).forEach((value, axis) => {
      expect(value).toBeCloseTo(wanted[axis]!, 12)
    })
  })
})

describe('the distance to a surface', () => {
  test('is that to the nearest of all its triangles, up to the maximum', () => {
    const surfaces = fc.array(triangle, { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(
        surfaces,
        vector,
        fc.double({ min: 0.05, max: 1, noNaN: true }),
        (triangles, point, cell) => {
          const all = triangles.map((each) => distance(point, nearestOnTriangle(point, each)))
          expect(createSurface(triangles, cell, 0.7).distanceTo(point)).toBeCloseTo(Math.min(0.7, ...all), 12)
        },
      ),
      { numRuns: 50 },
    )
  })
})

describe('points sampled from a surface', () => {
  test('are on it, on each triangle in proportion to its area', () => {
    const [small, large]: Triangle[] = [
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ],
      [
        [0, 0, 5],
        [3, 0, 5],
        [0, 3, 5],
      ],
    ]
    const points = samplePoints([small!, large!], 10_000, createRandom(1))
    const onSmall = points.filter(([x, y, z]) => Math.abs(z) < 1e-9 && x >= 0 && y >= 0 && x + y <= 1 + 1e-9)
    const onLarge = points.filter(
      ([x, y, z]) => Math.abs(z - 5) < 1e-9 && x >= 0 && y >= 0 && x + y <= 3 + 1e-9,
    )
    expect(onSmall.length + onLarge.length).toBe(10_000)
    expect(onSmall.length / 10_000).toBeCloseTo(0.1, 1)
  })
})
