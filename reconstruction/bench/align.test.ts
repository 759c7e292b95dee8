import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rotationOf, type Vector } from '../geometry.ts'
import { align, apply, type Similarity, turnBetween } from './align.ts'

const part = fc.double({ min: -1, max: 1, noNaN: true })
const vector = fc.tuple(part, part, part) as fc.Arbitrary<Vector>
const quaternion = fc.tuple(part, part, part, part).filter((parts) => Math.hypot(...parts) > 0.1)
const similarity: fc.Arbitrary<Similarity> = fc
  .tuple(quaternion, vector, fc.double({ min: 0.1, max: 10, noNaN: true }))
  .map(([turn, translation, scale]) => ({ scale, rotation: rotationOf(turn), translation }))
const corners: Vector[] = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

describe('two sets of the same points', () => {
  test('are aligned after any rotation, translation and scaling', () => {
    fc.assert(
      fc.property(similarity, fc.array(vector, { maxLength: 20 }), (given, more) => {
        const from = [...corners, ...more]
        const to = from.map((point) => apply(given, point))
        const found = align(from, to)
        expect(found.scale).toBeCloseTo(given.scale, 6)
        expect(turnBetween(found.rotation, given.rotation)).toBeLessThan(1e-4)
        from.forEach((point, index) => {
          const [moved, wanted] = [apply(found, point), to[index]!]
          for (const axis of [0, 1, 2] as const) expect(moved[axis]).toBeCloseTo(wanted[axis], 6)
        })
      }),
    )
  })

  test('are never mirrored', () => {
    const mirrored = corners.map(([x, y, z]): Vector => [-x, y, z])
    const [a, b, c] = [0, 3, 6].map((at) => align(corners, mirrored).rotation.slice(at, at + 3)) as [
      number[],
      number[],
      number[],
    ]
    const determinant =
      a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) -
      a[1]! * (b[0]! * c[2]! - b[2]! * c[0]!) +
      a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!)
    expect(determinant).toBeCloseTo(1, 9)
  })
})

describe('the angle between two rotations', () => {
  test.each([0, 0.001, 0.05, 3, 90, 179.9])('is exact to the hundredth: %s°', (angle) => {
    const half = (angle * Math.PI) / 360
    const turned = rotationOf([Math.cos(half), 0, Math.sin(half), 0])
    expect(turnBetween(rotationOf([1, 0, 0, 0]), turned)).toBeCloseTo(angle, 3)
  })
})
