import { type CameraPath, type Orbit, orbitOf } from './camera-path.ts'

/** The first view of a model, and how far a reader may go from it. Lengths are in the units of the model. */
export type StartView = Orbit & {
  minRadius: number
  maxRadius: number
  /** Of the height of the window. */
  fieldOfViewDegrees: number
}

type Request = {
  /** x, y and z of points on the model, one after the other. */
  points: ArrayLike<number>
  /** `undefined` if it is not known. */
  path: CameraPath | undefined
  /** Width of the window divided by its height. */
  aspect: number
}
type Vector = Orbit['target']
type Direction = Pick<Orbit, 'theta' | 'phi'>

/** A model has a few pieces far outside of the place. This share is left out at both ends of each axis. */
const outerShare = 0.05
/** The film's view is moved back until it shows this share of the points. */
const leastSeenShare = 0.5
/** Without a path: as close as this share allows. The nearest pieces may be cut off, so the rest is not tiny. */
const overviewShare = 0.8
const farthestShare = 0.95
/** A reader may come closer until only this share is left in the window. */
const nearestShare = 0.1
/** Between these shares of the first distance. */
const [nearestFactor, leastZoomFactor] = [0.15, 0.6]
const overviewDegrees = 45
/** From the filmed side, which faces +z, and slightly above. */
const overviewSide: Direction = { theta: 0, phi: (78 * Math.PI) / 180 }
const [narrowest, widest] = [30, 75]
/** Zooming in also narrows the field of view, to this share. */
export const narrowedShare = 0.6
/** Of the cameras that see about as many points as the best one, the one nearest to the middle of the film is chosen. */
const aboutAsMany = 0.9
const maxCameras = 40

/**
 * Chooses the first view of a model: that of the film's own camera which sees most of it, turning around the middle of what it sees. If the
 * path is not known, the view is from the filmed side. Either shows at least half of the points, without the outermost ones.
 *
 * @returns `undefined` without points
 */
export function startView({ points, path, aspect }: Request): StartView | undefined {
  const robust = withoutOutliers(points)
  if (robust.length === 0) return undefined
  const fieldOfViewDegrees = path
    ? Math.min(widest, Math.max(narrowest, path.fieldOfViewDegrees))
    : overviewDegrees
  const window = windowOf(fieldOfViewDegrees, aspect)
  const camera = path && bestCamera(robust, path, window)
  const from = camera ?? { ...overviewSide, target: middleOf(robust), radius: 0 }
  const needed = neededDistances(robust, from, window)
  const radius = Math.max(
    from.radius,
    quantile(needed, camera ? leastSeenShare : overviewShare),
    // A single point has no size.
    smallestRadius(robust),
  )
  const narrowed = neededDistances(robust, from, windowOf(fieldOfViewDegrees * narrowedShare, aspect))
  return {
    ...from,
    radius,
    minRadius: Math.min(
      leastZoomFactor * radius,
      Math.max(nearestFactor * radius, quantile(narrowed, nearestShare)),
    ),
    maxRadius: Math.max(radius, quantile(needed, farthestShare)) * 1.1,
    fieldOfViewDegrees,
  }
}

/** The points that are within the middle of the model along all axes: at least 70 % of them. */
export function withoutOutliers(points: ArrayLike<number>): Vector[] {
  const all = Array.from(
    { length: Math.floor(points.length / 3) },
    (_, at): Vector => [points[3 * at]!, points[3 * at + 1]!, points[3 * at + 2]!],
  ).filter((point) => point.every(Number.isFinite))
  const cut = Math.floor(all.length * outerShare)
  const ranges = axes.map((axis) => {
    const sorted = Float64Array.from(all, (point) => point[axis]).sort()
    return [sorted[cut]!, sorted.at(-1 - cut)!] as const
  })
  return all.filter((point) => axes.every((axis) => within(point[axis], ranges[axis]!)))
}

/**
 * The distance from the target at which each point comes into the window, sorted. The camera looks along one line, so a point that is seen
 * from a distance is also seen from every larger one.
 */
export function neededDistances(
  points: readonly Vector[],
  { theta, phi, target }: Direction & { target: Vector },
  { tanX, tanY }: Window,
): Float64Array {
  const back: Vector = [Math.sin(phi) * Math.sin(theta), Math.cos(phi), Math.sin(phi) * Math.cos(theta)]
  const right: Vector = [Math.cos(theta), 0, -Math.sin(theta)]
  const up: Vector = [-Math.cos(phi) * Math.sin(theta), Math.sin(phi), -Math.cos(phi) * Math.cos(theta)]
  return Float64Array.from(points, ([x, y, z]) => {
    const offset: Vector = [x - target[0], y - target[1], z - target[2]]
    return Math.max(Math.abs(dot(offset, right)) / tanX, Math.abs(dot(offset, up)) / tanY) + dot(offset, back)
  }).sort()
}

type Window = { tanX: number; tanY: number }

export function windowOf(fieldOfViewDegrees: number, aspect: number): Window {
  const tanY = Math.tan((fieldOfViewDegrees * Math.PI) / 360)
  return { tanX: tanY * aspect, tanY }
}

/** The film's camera that sees most points, turning around their middle depth; `undefined` if none sees any. */
function bestCamera(points: readonly Vector[], { poses }: CameraPath, window: Window): Orbit | undefined {
  const every = Math.max(1, Math.ceil(poses.length / maxCameras))
  const middle = (poses.length - 1) / 2
  const cameras = poses.flatMap((pose, at) => {
    if (at % every !== 0) return []
    const { theta, phi } = orbitOf(pose, 1)
    const seen = neededDistances(points, { theta, phi, target: pose.position }, window).findLastIndex(
      (needed) => needed <= 0,
    )
    return [{ pose, seen: seen + 1, fromMiddle: Math.abs(at - middle) }]
  })
  const most = Math.max(...cameras.map(({ seen }) => seen))
  const [best] = cameras
    .filter(({ seen }) => seen > 0 && seen >= aboutAsMany * most)
    .sort((one, other) => one.fromMiddle - other.fromMiddle)
  return best && orbitOf(best.pose, middleDepth(points, best.pose, window))
}

function middleDepth(points: readonly Vector[], pose: CameraPath['poses'][number], window: Window): number {
  const { theta, phi } = orbitOf(pose, 1)
  const depths = points
    .filter((point) => neededDistances([point], { theta, phi, target: pose.position }, window)[0]! <= 0)
    .map((point) =>
      dot(axes.map((axis) => point[axis] - pose.position[axis]) as unknown as Vector, pose.ahead),
    )
  return quantile(Float64Array.from(depths).sort(), 0.5)
}

const axes = [0, 1, 2] as const

/** The smallest value that is at least as large as a share of the values. */
function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]!
}

/** The middle of their extent. Their mean would be where the surface is finest, which is often the ground. */
function middleOf(points: readonly Vector[]): Vector {
  return axes.map((axis) => {
    const sorted = Float64Array.from(points, (point) => point[axis]).sort()
    return (sorted[0]! + sorted.at(-1)!) / 2
  }) as unknown as Vector
}

/** A thousandth of the size of the place, or of its distance from the origin. */
function smallestRadius(points: readonly Vector[]): number {
  const [largest] = Float64Array.from(points, (point) => Math.hypot(...point))
    .sort()
    .reverse()
  return Math.max(1e-6, largest! * 1e-3)
}

function within(value: number, [low, high]: readonly [number, number]): boolean {
  return value >= low && value <= high
}

function dot(one: Vector, other: Vector): number {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
}
