import { cross, normalize, subtract, type Vector } from '../../geometry.ts'
import type { Stand } from '../ground-truth.ts'

/** The walk: an ellipse along the walls, looking across the room at something in the middle, a little downwards. */
const [aside, ahead] = [1.85, 1.35]
const eyeHeight = 1.5

/** The camera positions of `count` pictures on one walk around the room. */
export function walkRoom(count: number): Stand[] {
  return Array.from({ length: count }, (_, number) => {
    const angle = (2 * Math.PI * number) / count
    const sway = 0.08 * Math.sin(5 * angle)
    const centre: Vector = [
      aside * Math.cos(angle),
      eyeHeight + 0.12 * Math.sin(3 * angle),
      ahead * Math.sin(angle),
    ]
    return lookAt(centre, [-0.5 * Math.cos(angle), 1.15 + sway, -0.4 * Math.sin(angle)])
  })
}

function lookAt(centre: Vector, target: Vector): Stand {
  const back = normalize(subtract(centre, target))
  const right = normalize(cross([0, 1, 0], back))
  const up = cross(back, right)
  return {
    axes: [right[0], up[0], back[0], right[1], up[1], back[1], right[2], up[2], back[2]],
    centre,
  }
}
