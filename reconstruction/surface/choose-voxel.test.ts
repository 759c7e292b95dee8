import { expect, test } from 'vitest'
import type { Lens, Pose } from '../geometry.ts'
import { chooseVoxel } from './choose-voxel.ts'

const lens: Lens = { width: 101, height: 101, focalX: 100, focalY: 100, centreX: 50, centreY: 50 }
const upright: Pose['rotation'] = [1, 0, 0, 0, 1, 0, 0, 0, 1]
/** A row of cameras along x, one apart, that look at a wall 1 away. */
const wall = (cameras: number) =>
  Array.from({ length: cameras }, (_, k) => ({
    pose: { rotation: upright, translation: [-k, 0, 0] } as const,
    depths: new Float32Array(lens.width * lens.height).fill(1),
  }))

test('a voxel has the size of some pixels', () => {
  expect(chooseVoxel(wall(5), lens, 1.6)).toBeCloseTo(0.016, 4)
})

test('a long street has more voxels along it than a square as large, and as many in all', () => {
  const voxel = chooseVoxel(wall(100), lens, 0.1)!
  expect(100 / voxel).toBeGreaterThan(5_000)
  expect((100 * 1) / voxel ** 2).toBeLessThan(1.1 * 1000 ** 2)
})

test('without depths there is none', () => {
  expect(chooseVoxel([], lens, 1.6)).toBeUndefined()
})
