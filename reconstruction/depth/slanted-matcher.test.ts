import { expect, test } from 'vitest'
import type { Lens, Pose } from '../geometry.ts'
import { DepthSweep } from './kernels.ts'
import { depthsOf, SlantedMatcher } from './slanted-matcher.ts'

const size = { width: 128, height: 96 }
const pixels = size.width * size.height
const lens: Lens = { ...size, focalX: 110, focalY: 110, centreX: 63.5, centreY: 20 }
const step = 0.7
// Three cameras 1 above the ground. Each one is a step farther along z, where they look.
const poses = [0, 1, 2].map(
  (index): Pose => ({ rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], translation: [0, 0, -index * step] }),
)
const range = { near: 1, far: 12 }

/** Noise with structure from a few centimetres to half a metre, from 0 to 255. */
function paving(x: number, z: number): number {
  let sum = 0
  for (const [cell, weight] of [
    [0.5, 60],
    [0.2, 50],
    [0.08, 40],
  ] as const) {
    const [column, row] = [Math.floor(x / cell), Math.floor(z / cell)]
    const [u, v] = [x / cell - column, z / cell - row]
    const top = hash(column, row) * (1 - u) + hash(column + 1, row) * u
    const bottom = hash(column, row + 1) * (1 - u) + hash(column + 1, row + 1) * u
    sum += weight * (top * (1 - v) + bottom * v)
  }
  return 50 + sum
}

function hash(x: number, y: number): number {
  let bits = Math.imul(x, 374761393) ^ Math.imul(y, 668265263)
  bits = Math.imul(bits ^ (bits >>> 13), 1274126177)
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32
}

const depthAt = (y: number) => (y > lens.centreY + 8 ? lens.focalY / (y - lens.centreY) : 0)
const truth = Float32Array.from({ length: pixels }, (_, at) => depthAt(Math.floor(at / size.width)))
const views = poses.map((pose) => ({
  pose,
  grey: Uint8Array.from(truth, (depth, at) => {
    if (depth === 0) return 128
    // The mean of 3 x 3 points in the pixel, as a lens gives it.
    let sum = 0
    for (let k = 0; k < 9; k++) {
      const y = Math.floor(at / size.width) + (Math.floor(k / 3) - 1) / 3
      const z = lens.focalY / (y - lens.centreY)
      const x = (((at % size.width) + ((k % 3) - 1) / 3 - lens.centreX) / lens.focalX) * z
      sum += paving(x, z - pose.translation[2])
    }
    return sum / 9
  }),
}))

/** The share of the ground between 2 and 5 away whose depth is right to 3 %. */
function rightShare(depths: Float32Array): number {
  const ground = [...truth].flatMap((depth, at) => (depth > 2 && depth < 5 ? [at] : []))
  const right = ground.filter((at) => Math.abs(depths[at]! - truth[at]!) < 0.03 * truth[at]!)
  return right.length / ground.length
}

test('the ground before a camera that moves ahead gets its depth, of which a sweep finds half', () => {
  const matcher = new SlantedMatcher({ lens, neighbours: 2, views })
  const others = [
    [1, 2],
    [0, 2],
    [0, 1],
  ] as const
  const planes = others.map((neighbours, view) => matcher.findPlanes(view, neighbours, range))
  const first = planes.map((found) => depthsOf(found, lens))
  const agreed = matcher.agree(1, others[1], range, { planes: planes[1]!, depthMaps: first })
  expect(rightShare(first[1]!)).toBeGreaterThan(0.7)
  expect(rightShare(agreed)).toBeGreaterThan(0.8)
  const sweep = new DepthSweep({ lens, planes: 128, neighbours: 2, views })
  expect(rightShare(sweep.depthMap(1, others[1], range))).toBeLessThan(0.6)
})

test('the same pictures give the same planes, also after other pictures were matched', () => {
  const one = new SlantedMatcher({ lens, neighbours: 2, views })
  const planes = one.findPlanes(1, [0, 2], range)
  const other = new SlantedMatcher({ lens, neighbours: 2, views })
  other.agree(0, [1, 2], range, {
    planes: other.findPlanes(0, [1, 2], range),
    depthMaps: views.map(() => truth),
  })
  expect(other.findPlanes(1, [0, 2], range)).toEqual(planes)
})
