import { z } from 'zod'

const row = z.tuple([z.number(), z.number(), z.number(), z.number()])

/** The parts of `transforms.json` that are read: the lens, and the position of the camera at each second of the film. */
const transforms = z.object({
  h: z.number().positive(),
  fl_y: z.number().positive(),
  frames: z
    .array(z.object({ seconds: z.number().min(0), transform_matrix: z.tuple([row, row, row, row]) }))
    .min(2)
    .max(2_000),
})

type Vector = readonly [x: number, y: number, z: number]
type Pose = { seconds: number; position: Vector; ahead: Vector }
/** The path of the camera through the model, in the model's coordinates. */
export type CameraPath = { poses: readonly Pose[]; fieldOfViewDegrees: number; reach: number }

/** Reads the camera's path from the `transforms.json` of a delivered archive. @throws if it has none */
export function readCameraPath(text: string): CameraPath {
  const { h, fl_y: focal, frames } = transforms.parse(JSON.parse(text))
  const poses = frames
    .map(({ seconds, transform_matrix: [x, y, z] }): Pose => {
      // The camera looks along its negative z axis.
      const ahead = unit([-x[2], -y[2], -z[2]])
      return { seconds, position: [x[3], y[3], z[3]], ahead }
    })
    .sort((one, other) => one.seconds - other.seconds)
  const spread = [0, 1, 2].map((axis) => {
    const all = poses.map(({ position }) => position[axis]!)
    return Math.max(...all) - Math.min(...all)
  })
  return {
    poses,
    fieldOfViewDegrees: (2 * Math.atan(h / (2 * focal)) * 180) / Math.PI,
    // For a walk around a subject, this is about the distance to its middle, so a drag turns the view around the subject.
    reach: Math.max(Math.hypot(...spread) / 2, 1e-3),
  }
}

/** The camera of the viewer: its position as an angle around the target, an angle from the zenith, and a distance. */
export type Orbit = { theta: number; phi: number; radius: number; target: Vector }

/** The camera at a second of the film, between the two nearest pictures whose camera is known. */
export function orbitAt({ poses, reach }: CameraPath, seconds: number): Orbit {
  const next = poses.findIndex((pose) => pose.seconds >= seconds)
  const [from, to] =
    next === -1 ? [poses.at(-1)!, poses.at(-1)!] : [poses[Math.max(0, next - 1)]!, poses[next]!]
  const span = to.seconds - from.seconds
  const share = span > 0 ? Math.min(1, Math.max(0, (seconds - from.seconds) / span)) : 0
  const position = between(from.position, to.position, share)
  const ahead = unit(between(from.ahead, to.ahead, share))
  return orbitOf({ position, ahead }, reach)
}

/** The view of a film's camera, which turns around the point at a distance before it. */
export function orbitOf({ position, ahead }: Pick<Pose, 'position' | 'ahead'>, distance: number): Orbit {
  return {
    theta: Math.atan2(-ahead[0], -ahead[2]),
    phi: Math.acos(Math.min(1, Math.max(-1, -ahead[1]))),
    radius: distance,
    target: [0, 1, 2].map((axis) => position[axis]! + ahead[axis]! * distance) as unknown as Vector,
  }
}

/** The same angle plus full turns, so that it is the closest to another: the viewer turns the short way round. */
export function nearestTurn(theta: number, to: number): number {
  return theta + 2 * Math.PI * Math.round((to - theta) / (2 * Math.PI))
}

function between(one: Vector, other: Vector, share: number): Vector {
  return [0, 1, 2].map((axis) => one[axis]! + (other[axis]! - one[axis]!) * share) as unknown as Vector
}

function unit(vector: Vector): Vector {
  const length = Math.hypot(...vector) || 1
  return [vector[0] / length, vector[1] / length, vector[2] / length]
}
