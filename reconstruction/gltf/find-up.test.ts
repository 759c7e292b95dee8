import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dot, rotationOf, transform, type Vector } from '../geometry.ts'
import type { Mesh } from '../surface/mesh.ts'
import { findUp } from './find-up.ts'

const part = fc.double({ min: -1, max: 1, noNaN: true })
const turn = fc.tuple(part, part, part, part).filter((q) => Math.hypot(...q) > 0.1)
const lean = fc.tuple(part, part).map(([x, z]) => rotationOf([1, 0.04 * x, 0, 0.04 * z]))

test('a floor and walls make up exact when the cameras lean by some degrees', () => {
  fc.assert(
    fc.property(turn, lean, (quaternion, leaning) => {
      const world = rotationOf(quaternion)
      const up = findUp(turned(room, world), transform(world, transform(leaning, [0, 1, 0])))
      expect(degreesBetween(up, transform(world, [0, 1, 0]))).toBeLessThan(0.1)
    }),
  )
})

test('one wall corrects only the lean that it shows', () => {
  const wall: Mesh = { ...room, indices: room.indices.slice(6, 12) }
  const leaning = rotationOf([1, 0.03, 0, 0.03])
  const cameras = transform(leaning, [0, 1, 0])
  const up = findUp(wall, cameras)
  // The wall faces x, so it corrects the lean along x only. The cameras' lean along z stays.
  expect(Math.abs(up[0])).toBeLessThan(0.005)
  expect(up[2]).toBeCloseTo(cameras[2], 2)
})

test('slopes change nothing', () => {
  const slope = turned(room, rotationOf([Math.cos(0.4), Math.sin(0.4) * 0.6, 0, Math.sin(0.4) * 0.8]))
  expect(findUp(slope, [0, 1, 0])).toEqual([0, 1, 0])
})

/** A floor, and a wall on each of two sides. */
const room: Mesh = {
  positions: Float32Array.from([0, 0, 0, 4, 0, 0, 4, 0, 4, 0, 0, 4, 0, 2, 0, 0, 2, 4, 4, 2, 0]),
  indices: Uint32Array.from([0, 2, 1, 0, 3, 2, 0, 4, 5, 0, 5, 3, 0, 1, 6, 0, 6, 4]),
}

function turned({ positions, indices }: Mesh, rotation: ReturnType<typeof rotationOf>): Mesh {
  const moved = positions.slice()
  for (let at = 0; at < moved.length; at += 3)
    moved.set(transform(rotation, [...positions.subarray(at, at + 3)] as unknown as Vector), at)
  return { positions: moved, indices }
}

function degreesBetween(a: Vector, b: Vector): number {
  return (Math.acos(Math.min(1, dot(a, b))) * 180) / Math.PI
}
