import fc from 'fast-check'
import { expect, test } from 'vitest'
import { subtract, transform, transpose } from '../../geometry.ts'
import { castRay, type Hit } from './cast.ts'
import { boxes, roomHalf, roomHeight } from './scene.ts'
import { walkRoom } from './walk.ts'

const hit = (): Hit => ({ box: 0, axis: 0, high: false, distance: 0 })

test('every ray from the camera ends on a face, inside the room', () => {
  const part = fc.integer({ min: -1000, max: 999 }).map((value) => (value + 0.5) / 1000)
  const stands = walkRoom(20)
  fc.assert(
    fc.property(fc.nat({ max: 19 }), part, part, part, (number, x, y, z) => {
      const { centre } = stands[number]!
      const { box, axis, distance } = castRay(centre, [x, y, z], hit())
      const point = [centre[0] + x * distance, centre[1] + y * distance, centre[2] + z * distance]
      const sides = boxes[box] ?? {
        low: [-roomHalf.x, 0, -roomHalf.z],
        high: [roomHalf.x, roomHeight, roomHalf.z],
      }
      const off = Math.min(
        Math.abs(point[axis]! - sides.low[axis]!),
        Math.abs(point[axis]! - sides.high[axis]!),
      )
      expect(off).toBeLessThan(1e-9)
      point.forEach((value, k) => {
        expect(value).toBeGreaterThan(sides.low[k]! - 1e-9)
        expect(value).toBeLessThan(sides.high[k]! + 1e-9)
      })
    }),
  )
})

test('the walk is upright, stays in the room, and looks across it', () => {
  for (const { axes, centre } of walkRoom(60)) {
    expect(axes[4]).toBeGreaterThan(0.9)
    expect(Math.abs(centre[0])).toBeLessThan(roomHalf.x)
    expect(Math.abs(centre[2])).toBeLessThan(roomHalf.z)
    // The middle of the room lies ahead; a camera looks along its negative z.
    expect(transform(transpose(axes), subtract([0, 1, 0], centre))[2]).toBeLessThan(0)
  }
})
