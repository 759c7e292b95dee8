import type { Vector } from '../../geometry.ts'
import { boxes, roomHalf, roomHeight } from './scene.ts'

/** What a ray meets: the number of the box, `boxes.length` for the room itself, the axis and side of the face, and how far. */
export type Hit = { box: number; axis: 0 | 1 | 2; high: boolean; distance: number }

const roomLow: Vector = [-roomHalf.x, 0, -roomHalf.z]
const roomHigh: Vector = [roomHalf.x, roomHeight, roomHalf.z]

/** The first face on a ray from inside the room (slab test of Kay and Kajiya 1986); no part of `along` is 0. Reuses `hit`. */
export function castRay(from: Vector, along: Vector, hit: Hit): Hit {
  hit.distance = Number.POSITIVE_INFINITY
  for (const axis of [0, 1, 2] as const) {
    const high = along[axis] > 0
    const distance = ((high ? roomHigh : roomLow)[axis] - from[axis]) / along[axis]
    if (distance < hit.distance) {
      hit.box = boxes.length
      hit.axis = axis
      hit.high = high
      hit.distance = distance
    }
  }
  for (let number = 0; number < boxes.length; number++) {
    const { low, high } = boxes[number]!
    let [enter, leave] = [0, hit.distance]
    let face: 0 | 1 | 2 = 0
    for (let axis = 0; axis < 3; axis++) {
      const step = along[axis]!
      const near = ((step > 0 ? low : high)[axis]! - from[axis]!) / step
      const far = ((step > 0 ? high : low)[axis]! - from[axis]!) / step
      if (near > enter) {
        enter = near
        face = axis as 0 | 1 | 2
      }
      if (far < leave) leave = far
    }
    if (enter > 0 && enter < leave) {
      hit.box = number
      hit.axis = face
      hit.high = along[face] < 0
      hit.distance = enter
    }
  }
  return hit
}
