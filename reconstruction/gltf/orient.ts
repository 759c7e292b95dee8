import { cross, dot, type Matrix, normalize, type Pose, transform, type Vector } from '../geometry.ts'
import type { Mesh } from '../surface/mesh.ts'
import { findUp } from './find-up.ts'

/** A shorter sum of viewing directions, relative to the number of cameras, means that they look from all sides. */
const oneSidedShare = 0.25

/**
 * The transform from world coordinates to the model's, as glTF requires them: +Y up, the front towards +Z, the origin at the
 * centre of the vertices. The scale stays COLMAP's, which is unknown. Up is the mean up of the cameras: people hold them
 * upright on average. Floors and walls correct it by some degrees. The front is the side that was filmed: on average, or after a walk all around that of the first
 * camera. Viewers start there; a place filmed from one side would look empty from the other.
 */
export function orientModel(poses: readonly Pose[], mesh: Mesh): Pose {
  const { positions } = mesh
  // A camera's axes are the rows of its rotation; y points down, z ahead.
  const ups = poses.map(({ rotation: r }): Vector => [-r[3], -r[4], -r[5]])
  const backs = poses.map(({ rotation: r }): Vector => [-r[6], -r[7], -r[8]])
  const sum = sumOf(ups)
  const up = findUp(mesh, dot(sum, sum) > 1e-12 ? normalize(sum) : [0, -1, 0])
  const level = (v: Vector): Vector => cross(cross(up, v), up)
  const mean = level(sumOf(backs))
  const isOneSided = Math.hypot(...mean) > oneSidedShare * poses.length
  const front = isOneSided ? mean : level(backs[0] ?? up)
  const aside: Vector = Math.abs(up[0]) > 0.9 ? [0, 0, 1] : [1, 0, 0]
  // Cameras that look straight down give no front.
  const z = normalize(Math.hypot(...front) > 1e-6 ? front : level(aside))
  const x = cross(up, z)
  const centre: [number, number, number] = [0, 0, 0]
  for (let at = 0; at < positions.length; at++) centre[(at % 3) as 0 | 1 | 2] += positions[at]!
  const count = positions.length / 3
  const rotation: Matrix = [...x, ...up, ...z]
  const [mx, my, mz] = transform(rotation, centre)
  return { rotation, translation: [-mx / count, -my / count, -mz / count] }
}

function sumOf(vectors: readonly Vector[]): Vector {
  return vectors.reduce<Vector>(([x, y, z], v) => [x + v[0], y + v[1], z + v[2]], [0, 0, 0])
}

/** The positions f32[n][3] in another frame; a fresh array. */
export function movePositions(positions: Float32Array, { rotation, translation }: Pose): Float32Array {
  const moved = new Float32Array(positions.length)
  for (let at = 0; at < positions.length; at += 3) {
    const turned = transform(rotation, [positions[at]!, positions[at + 1]!, positions[at + 2]!])
    turned.forEach((value, axis) => {
      moved[at + axis] = value + translation[axis]!
    })
  }
  return moved
}
