import { describe, expect, test } from 'vitest'
import type { Vector } from '../workspace/geometry.ts'
import type { SparsePoint, Workspace, WorkspaceImage } from '../workspace/parse-workspace.ts'
import { depthRange } from './depth-range.ts'
import { rankNeighbours } from './rank-neighbours.ts'

/** Cameras at places along x that look along z at points 10 away. */
function scene(
  places: readonly number[],
  points: readonly Vector[],
  seen = points.map((_, id) => id),
): Workspace {
  const images = places.map(
    (x, k): WorkspaceImage => ({
      name: `${k}.jpg`,
      pose: { rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], translation: [-x, 0, 0] },
      points: seen,
    }),
  )
  const lens = { width: 100, height: 100, focalX: 100, focalY: 100, centreX: 50, centreY: 50 }
  return { lens, images, points: new Map(points.map((position, id) => [id, { position, views: 4 }])) }
}

const wall = Array.from({ length: 40 }, (_, k): Vector => [(k % 8) - 4, Math.floor(k / 8) - 2, 10])

describe('the neighbours of a view', () => {
  test('come in the order of how well their angle serves: about five degrees first, hardly any last', () => {
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
  const points = (
    depths: readonly number[],
    views = 4,
  ): [WorkspaceImage, ReadonlyMap<number, SparsePoint>] => {
    const { images, points } = scene(
      [0],
      depths.map((z): Vector => [0, 0, z]),
    )
    return [images[0]!, new Map([...points].map(([id, point]) => [id, { ...point, views }]))]
  }

  test('reach from before the nearest point to behind the farthest, whatever a few wrong ones say', () => {
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
