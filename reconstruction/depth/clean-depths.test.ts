import { describe, expect, test } from 'vitest'
import type { Lens, Pose } from '../geometry.ts'
import { confirmDepths } from './confirm-depths.ts'
import { erodeEdges } from './erode-edges.ts'
import { removeSpeckle } from './remove-speckle.ts'
import { trimOutlines } from './trim-outlines.ts'

const size = { width: 80, height: 60 }
const pixels = size.width * size.height
const lens: Lens = { ...size, focalX: 70, focalY: 70, centreX: 39.5, centreY: 29.5 }
const map = (depth: (x: number, y: number) => number) =>
  Float32Array.from({ length: pixels }, (_, at) => depth(at % size.width, Math.floor(at / size.width)))
const known = (depths: Float32Array) => depths.filter((z) => z !== 0).length

describe('a depth', () => {
  // Three cameras side by side that look at a wall 4 away.
  const poses = [0, 0.2, 0.4].map(
    (x): Pose => ({
      rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1],
      translation: [-x, 0, 0],
    }),
  )
  const confirm = (depths: Float32Array[]) =>
    confirmDepths({ lens, poses, depths, view: 0, neighbours: [1, 2], confirmations: 2, tolerance })
  const tolerance = { depth: 0.012, pixels: 1.2, slanted: false }
  const wall = map(() => 4)

  test('is the mean of the views where enough of them agree', () => {
    const confirmed = confirm([map(() => 4.01), wall, map(() => 3.99)])
    // The others see all but a margin on one side.
    expect(known(confirmed)).toBeGreaterThan(0.85 * pixels)
    for (const z of confirmed) if (z !== 0) expect(z).toBeCloseTo(4, 2)
  })

  test('is removed where one of two views contradicts or has no depth', () => {
    expect(known(confirm([wall, wall, map(() => 5)]))).toBe(0)
    expect(known(confirm([wall, wall, map(() => 0)]))).toBe(0)
    expect(known(confirm([map(() => 0), wall, wall]))).toBe(0)
  })
})

test('small islands are removed, large regions are unchanged', () => {
  const depths = map((x, y) => (x < 40 ? 3 : x > 60 && x < 66 && y > 20 && y < 28 ? 3 : 0))
  removeSpeckle(depths, size)
  expect(depths).toEqual(map((x) => (x < 40 ? 3 : 0)))
})

test('a foreground is trimmed where something is behind it, the background is not', () => {
  const eroded = erodeEdges(
    map((x) => (x < 40 ? 2 : 5)),
    size,
  )
  expect(eroded).toEqual(map((x) => (x < 37 ? 2 : x >= 40 ? 5 : 0)))
})

describe('the ground before a camera that moves ahead', () => {
  // Each camera stands 1 above the ground, and one step of 1 behind the one before.
  const poses = [0, 1, 2].map(
    (step): Pose => ({ rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], translation: [0, 0, step] }),
  )
  const ground = map((_, y) => (y > lens.centreY + 4 ? lens.focalY / (y - lens.centreY) : 0))
  const rows = size.height - Math.ceil(lens.centreY + 4)
  const confirm = (slanted: boolean, depths: Float32Array[]) =>
    known(
      confirmDepths({
        lens,
        poses,
        depths,
        view: 0,
        neighbours: [1, 2],
        confirmations: 2,
        tolerance: { depth: 0.05, pixels: 1.6, slanted },
      }),
    )

  test('is confirmed to a pixel of the camera that is farther away', () => {
    // A fifth of a pixel of error in the farther pictures.
    const blurred = map((_, y) => (y > lens.centreY + 4 ? lens.focalY / (y + 0.2 - lens.centreY) : 0))
    const depths = [ground, blurred, blurred]
    expect(confirm(true, depths)).toBeGreaterThan(0.75 * rows * size.width)
    expect(confirm(false, depths)).toBeLessThan(0.8 * confirm(true, depths))
  })

  test('is removed where the others see something else', () => {
    const step = map((_, y) => (y > lens.centreY + 4 ? (0.8 * lens.focalY) / (y - lens.centreY) : 0))
    expect(confirm(true, [ground, step, step])).toBeLessThan(0.02 * rows * size.width)
  })
})

describe('before a clear sky', () => {
  const brick = (x: number, y: number) => (((x >> 1) + (y >> 1)) % 2 === 0 ? 90 : 140)
  const grey = Uint8Array.from(map((x, y) => (x < 40 ? brick(x, y) : 220)))

  test('the depths beyond the outline of a wall are removed', () => {
    const trimmed = trimOutlines(
      map((x) => (x < 48 ? 3 : 0)),
      grey,
      size,
    )
    expect(trimmed.filter((z, at) => z !== 0 && at % size.width >= 40).length).toBe(0)
    expect(known(trimmed)).toBeGreaterThan(36 * size.height)
  })

  test('a uniform wall without a gap is unchanged', () => {
    const wall = map(() => 3)
    expect(trimOutlines(wall, grey, size)).toEqual(wall)
  })
})
