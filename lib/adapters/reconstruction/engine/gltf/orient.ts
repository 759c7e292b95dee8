import {
  cross,
  dot,
  type Matrix,
  normalize,
  type Pose,
  transform,
  type Vector,
} from '../workspace/geometry.ts'

/**
 * Takes world coordinates to the model's, as glTF wants them: +Y up and the origin in the middle of the vertices; the
 * scale stays COLMAP's, which is unknown. Up is the mean of what was up for the cameras: people hold them upright on
 * average.
 */
export function orientModel(poses: readonly Pose[], positions: Float32Array): Pose {
  const sum: [number, number, number] = [0, 0, 0]
  for (const { rotation } of poses) {
    // A camera's y axis points down; it is the second row of its rotation.
    sum[0] -= rotation[3]
    sum[1] -= rotation[4]
    sum[2] -= rotation[5]
  }
  const up = dot(sum, sum) > 1e-12 ? normalize(sum) : ([0, -1, 0] as const)
  const aside: Vector = Math.abs(up[0]) > 0.9 ? [0, 0, 1] : [1, 0, 0]
  const z = normalize(cross(aside, up))
  const x = cross(up, z)
  const centre: [number, number, number] = [0, 0, 0]
  for (let at = 0; at < positions.length; at++) centre[(at % 3) as 0 | 1 | 2] += positions[at]!
  const count = positions.length / 3
  const rotation: Matrix = [...x, ...up, ...z]
  const [mx, my, mz] = transform(rotation, centre)
  return { rotation, translation: [-mx / count, -my / count, -mz / count] }
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
