import { expect, test } from 'vitest'
import { measurePieces } from './measure-pieces.ts'
import { createSurface, type Triangle } from './surface.ts'

/** A square of side 1 in two triangles, its corner at (x, y, z). */
const square = (x: number, y: number, z: number): Triangle[] => [
  [
    [x, y, z],
    [x + 1, y, z],
    [x + 1, y + 1, z],
  ],
  [
    [x, y, z],
    [x + 1, y + 1, z],
    [x, y + 1, z],
  ],
]
const truth = createSurface(
  [0, 1, 2, 3, 4].flatMap((x) => square(x, 0, 0)),
  0.1,
  0.5,
)

test('a piece apart is loose; only one away from the true surface floats', () => {
  const wall = [...square(0, 0, 0), ...square(1, 0, 0)]
  expect(measurePieces(wall, truth)).toMatchObject({ count: 1, largestLoose: 0, largestFloating: 0 })
  const apart = measurePieces([...wall, ...square(4, 0, 0)], truth)
  expect(apart.count).toBe(2)
  expect(apart.largestLoose).toBeCloseTo(1 / 3, 6)
  expect(apart.largestFloating).toBe(0)
  expect(measurePieces([...wall, ...square(0, 0, 0.3)], truth).largestFloating).toBeCloseTo(1 / 3, 6)
})

test('the open border is the edges with one triangle', () => {
  expect(measurePieces(square(0, 0, 0), truth).borderPerArea).toBeCloseTo(4, 6)
})
