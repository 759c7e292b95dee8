import { describe, expect, test } from 'vitest'
import type { Lens, Pose } from '../geometry.ts'
import { completeDepths } from './complete-depths.ts'

const lens: Lens = { width: 128, height: 96, focalX: 110, focalY: 110, centreX: 63.5, centreY: 47.5 }
/** The wall is at z = 4; the cameras stand side by side and look straight at it. */
const distance = 4
const poses = [-0.3, -0.1, 0.1, 0.3].map(
  (x): Pose => ({ rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], translation: [-x, 0, 0] }),
)
const voxel = 0.025

describe('a plain area of a wall', () => {
  test('gets the depth of the wall around it, with a lower confidence', () => {
    const completed = completeDepths(
      filmed(() => distance),
      lens,
      voxel,
    )
    for (const { depths, confidence } of completed) {
      expect(confidence).toBeLessThan(1)
      const filled = depths.filter((depth) => depth !== 0)
      expect(filled.length).toBeGreaterThan(800)
      for (const depth of filled) expect(Math.abs(depth - distance)).toBeLessThan(0.02)
    }
  })

  test('leaves measured depths alone', () => {
    const views = filmed(() => distance)
    completeDepths(views, lens, voxel).forEach(({ depths }, view) => {
      depths.forEach((depth, at) => {
        if (depth !== 0) expect(views[view]!.depths[at]).toBe(0)
      })
    })
  })

  test('stays open where a view sees something behind it, as through a window', () => {
    const window = filmed((x, y) => (Math.hypot(x, y) < 0.25 ? 7 : distance), true)
    for (const { depths } of completeDepths(window, lens, voxel))
      for (const [at, depth] of depths.entries()) {
        const x = ((at % lens.width) - lens.centreX) * (distance / lens.focalX)
        if (Math.abs(x) < 0.1) expect(depth).toBe(0)
      }
  })

  test('stays open where it is textured but was not measured', () => {
    const views = filmed(() => distance).map((view) => ({
      ...view,
      grey: view.grey.map((_, at) => (at * 97) % 256),
    }))
    for (const { depths } of completeDepths(views, lens, voxel))
      expect(depths.some((depth) => depth !== 0)).toBe(false)
  })
})

/**
 * Views of the wall, plain and without depths in its middle: 0.7 around (0, 0).
 *
 * @param known measures the middle too where it is not the wall
 */
function filmed(depthAt: (x: number, y: number) => number, known = false) {
  return poses.map((pose) => {
    const depths = new Float32Array(lens.width * lens.height)
    const grey = new Uint8Array(depths.length)
    for (let at = 0; at < depths.length; at++) {
      const x = (((at % lens.width) - lens.centreX) / lens.focalX) * distance - pose.translation[0]
      const y = ((Math.floor(at / lens.width) - lens.centreY) / lens.focalY) * distance
      const plain = Math.abs(x) < 0.7 && Math.abs(y) < 0.7
      const depth = depthAt(x, y)
      depths[at] = plain && !(known && depth !== distance) ? 0 : depth
      grey[at] = plain ? 180 : 60 + ((at * 97) % 120)
    }
    return { pose, depths, grey }
  })
}
