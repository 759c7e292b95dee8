import { expect, test } from 'vitest'
import type { SparsePoint, TextImage } from '../colmap/text-model.ts'
import type { Workspace } from '../colmap/workspace.ts'
import type { Vector } from '../geometry.ts'
import { chooseMatching } from './choose-matching.ts'

const points = Array.from({ length: 40 }, (_, k): Vector => [(k % 8) - 3.5, Math.floor(k / 8) - 2, 10])

/** Cameras at the places that look along z at points 10 away from the origin. */
function scene(places: readonly Vector[]): Workspace {
  const images = places.map(
    ([x, y, z], k): TextImage => ({
      id: k,
      name: `${k}.jpg`,
      pose: { rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], translation: [-x, -y, -z] },
      points: points.map((_, id) => id),
    }),
  )
  const lens = { width: 100, height: 100, focalX: 100, focalY: 100, centreX: 50, centreY: 50 }
  const rest: Omit<SparsePoint, 'position'> = { color: [0, 0, 0], views: 4, seenBy: [] }
  return { lens, images, points: new Map(points.map((position, id) => [id, { ...rest, position }])) }
}

test('a camera that moves sideways or circles a place is matched by plane sweeping', () => {
  expect(
    chooseMatching(
      scene([
        [0, 0, 0],
        [1, 0, 0],
        [2, 0, 0.3],
      ]),
    ),
  ).toBe('swept')
})

test('a camera that comes nearer by a quarter with each picture is compared with slanted windows', () => {
  expect(
    chooseMatching(
      scene([
        [0, 0, 0],
        [0, 0, 2.5],
        [0, 0, 4.4],
      ]),
    ),
  ).toBe('slanted')
})

test('without common points the faster way is chosen', () => {
  expect(chooseMatching(scene([[0, 0, 0]]))).toBe('swept')
})
