import { type CameraPath, nearestTurn } from './camera-path.ts'

/** The sides from which a model is shown while nobody turns it, as angles in radians around its vertical. 0 is the first view. */
export type Swing = { from: number; to: number }

const degree = Math.PI / 180
/** Where the cameras are not known: the filmed side of a model faces the first view, and other sides may be empty. */
export const unknownSwing: Swing = { from: -15 * degree, to: 15 * degree }
const widest = 60 * degree
/** A larger angle between the directions of two neighbouring cameras is a side that was not filmed. */
const largestGap = 25 * degree
const radiansPerSecond = 9 * degree

/** The sides around the first view from which the film shows the place. @param first the angle of that view around the vertical */
export function swingOf({ poses }: CameraPath, first: number): Swing {
  const angles = poses.map(({ ahead }) => nearestTurn(Math.atan2(-ahead[0], -ahead[2]) - first, 0))
  const reach = (side: 1 | -1) => {
    let end = 0
    for (const angle of angles.map((each) => each * side).toSorted((a, b) => a - b)) {
      if (angle <= end) continue
      if (angle - end > largestGap) break
      end = angle
    }
    return Math.min(widest, end)
  }
  const swing = { from: -reach(-1), to: reach(1) }
  return swing.to - swing.from < unknownSwing.to ? unknownSwing : swing
}

/**
 * The angle of a slow swing, which is fastest in its middle.
 *
 * @param start the angle at 0 seconds, which is moved into the swing
 */
export function swingAngle({ from, to }: Swing, seconds: number, start: number): number {
  const [middle, half] = [(from + to) / 2, (to - from) / 2]
  const begun = Math.asin(Math.min(1, Math.max(-1, (start - middle) / half)))
  return middle + half * Math.sin(begun + (seconds * radiansPerSecond) / half)
}
