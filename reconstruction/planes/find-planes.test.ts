import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cross, dot, normalize, type Vector } from '../geometry.ts'
import { findPlanes } from './find-planes.ts'
import type { OrientedPoints } from './sample-points.ts'

const cell = 0.1

describe('the planes in a cloud of points', () => {
  test('are found in any position, with the side that is seen', () => {
    const part = fc.double({ min: -1, max: 1, noNaN: true })
    const direction = fc.tuple(part, part, part).filter((v) => Math.hypot(...v) > 0.1)
    fc.assert(
      fc.property(direction, fc.double({ min: -5, max: 5, noNaN: true }), (along, offset) => {
        const normal = normalize(along)
        const [{ plane, points }] = findPlanes(patch(normal, offset), cell) as [
          ReturnType<typeof findPlanes>[0],
        ]
        expect(dot(plane.normal, normal)).toBeGreaterThan(0.999)
        expect(plane.offset).toBeCloseTo(offset, 1)
        expect(points.length).toBeGreaterThan(380)
      }),
      { numRuns: 20 },
    )
  })

  test('are the same in every run, the largest first', () => {
    const cloud = join(patch([0, 0, 1], 1), patch([0, 1, 0], -1, 14))
    const found = findPlanes(cloud, cell)
    expect(found.map(({ points }) => points.length)).toEqual([400, 196])
    expect(findPlanes(cloud, cell)).toEqual(found)
  })

  test('need more points than a small thing has', () => {
    expect(findPlanes(patch([0, 0, 1], 1, 8), cell)).toEqual([])
    expect(
      findPlanes({ count: 0, positions: new Float32Array(), normals: new Float32Array() }, cell),
    ).toEqual([])
  })
})

/** side × side points on a plane, a cell apart. */
function patch(normal: Vector, offset: number, side = 20): OrientedPoints {
  const u = normalize(cross(Math.abs(normal[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0], normal))
  const v = cross(normal, u)
  const positions = Array.from({ length: side * side }, (_, k) => {
    const [a, b] = [(k % side) * cell, Math.floor(k / side) * cell]
    return [0, 1, 2].map((axis) => normal[axis]! * offset + u[axis]! * a + v[axis]! * b)
  })
  return {
    count: side * side,
    positions: Float32Array.from(positions.flat()),
    normals: Float32Array.from(positions.flatMap(() => normal)),
  }
}

function join(one: OrientedPoints, other: OrientedPoints): OrientedPoints {
  return {
    count: one.count + other.count,
    positions: Float32Array.from([...one.positions, ...other.positions]),
    normals: Float32Array.from([...one.normals, ...other.normals]),
  }
}
