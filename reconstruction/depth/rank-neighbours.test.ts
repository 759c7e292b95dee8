import { describe, expect, test } from 'vitest'
import type { SparsePoint, TextImage } from '../colmap/text-model.ts'
import type { Workspace } from '../colmap/workspace.ts'
import type { Vector } from '../geometry.ts'
import { depthRange } from './depth-range.ts'
import { rankNeighbours } from './rank-neighbours.ts'

/** Cameras at places along x that look along z at points 10 away. */
function scene(
  places: readonly number[],
  points: readonly Vector[],
  seen = points.map((_, id) => id),
): Workspace {
  const images = places.map(
    (x, k): TextImage => ({
      id: k,
      name: `${k}.jpg`,
      pose: { rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], translation: [-x, 0, 0] },
      points: seen,
    }),
  )
  const lens = { width: 100, height: 100, focalX: 100, focalY: 100, centreX: 50, centreY: 50 }
  const point = { color: [0, 0, 0], views: 4, seenBy: [] } as const
  return { lens, images, points: new Map(points.map((position, id) => [id, { ...point, position }])) }
}

const wall = Array.from({ length: 40 }, (_, k): Vector => [(k % 8) - 4, Math.floor(k / 8) - 2, 10])

describe('the neighbours of a view', () => {
  test('are sorted by angle: about five degrees first, near zero last', () => {
    // 0.05 is a quarter of a degree, 0.9 five, 4 about twenty.
    const [first] = rankNeighbours(scene([0, 0.05, 4, 0.9], wall))
    expect(first).toEqual([3, 2, 1])
  })

  test('are only those with enough points in common', () => {
    const few = scene([0, 0.9], wall, [0, 1, 2, 3])
    expect(rankNeighbours(few)).toEqual([[], []])
  })
})

describe('the depths to search', () => {
  const points = (depths: readonly number[], views = 4): [TextImage, ReadonlyMap<number, SparsePoint>] => {
    const { images, points } = scene(
      [0],
      depths.map((z): Vector => [0, 0, z]),
    )
    return [images[0]!, new Map([...points].map(([id, point]) => [id, { ...point, views }]))]
  }

  test('reach from before the nearest point to behind the farthest, despite a few wrong points', () => {
    const depths = [...Array.from({ length: 400 }, (_, k) => 5 + k / 100), 0.001, 900]
    const range = depthRange(...points(depths))!
    expect(range.near).toBeGreaterThan(3)
    expect(range.near).toBeLessThan(5)
    expect(range.far).toBeGreaterThan(9)
    expect(range.far).toBeLessThan(13)
  })

  test('are unknown where there are too few points, or none seen often enough', () => {
    expect(depthRange(...points([1, 2, 3]))).toBeUndefined()
    expect(
      depthRange(
        ...points(
          Array.from({ length: 50 }, () => 4),
          2,
        ),
      ),
    ).toBeUndefined()
    expect(depthRange(...points(Array.from({ length: 50 }, () => -4)))).toBeUndefined()
  })
})
