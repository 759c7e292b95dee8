// Vectors, matrices and cameras.

/** Three coordinates. World units are COLMAP's: of unknown scale. */
export type Vector = readonly [number, number, number]

/** A 3x3 matrix, row-major. */
export type Matrix = readonly [number, number, number, number, number, number, number, number, number]

/** Takes a point of the world to the camera: x_camera = rotation * x_world + translation; x right, y down, z forward. */
export type Pose = { readonly rotation: Matrix; readonly translation: Vector }

/** A pinhole camera in pixels; the centre of the first pixel is at (0, 0), not at (0.5, 0.5) as in COLMAP. */
export type Lens = {
  readonly width: number
  readonly height: number
  readonly focalX: number
  readonly focalY: number
  readonly centreX: number
  readonly centreY: number
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

export function subtract(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/** A vector of length 1 in the same direction; of a zero vector, itself. */
export function normalize(a: Vector): Vector {
  const length = Math.sqrt(dot(a, a)) || 1
  return [a[0] / length, a[1] / length, a[2] / length]
}

export function transform(m: Matrix, v: Vector): Vector {
  return [
    m[0] * v[0] + m[1] * v[1] + m[2] * v[2],
    m[3] * v[0] + m[4] * v[1] + m[5] * v[2],
    m[6] * v[0] + m[7] * v[1] + m[8] * v[2],
  ]
}

export function transpose(m: Matrix): Matrix {
  return [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]]
}

export function multiply(a: Matrix, b: Matrix): Matrix {
  const column = (k: 0 | 1 | 2): Vector => transform(a, [b[k], b[(k + 3) as 3], b[(k + 6) as 6]])
  const [x, y, z] = [column(0), column(1), column(2)]
  return [x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]]
}

/** The rotation of a quaternion (w, x, y, z) of any length but 0. */
export function rotationOf(quaternion: readonly [number, number, number, number]): Matrix {
  const length = Math.hypot(...quaternion)
  const [w, x, y, z] = quaternion.map((part) => part / length) as [number, number, number, number]
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - z * w),
    2 * (x * z + y * w),
    2 * (x * y + z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z - x * w),
    2 * (x * z - y * w),
    2 * (y * z + x * w),
    1 - 2 * (x * x + y * y),
  ]
}

/** The position of the camera in the world. */
export function cameraCentre({ rotation, translation }: Pose): Vector {
  const [x, y, z] = transform(transpose(rotation), translation)
  return [-x, -y, -z]
}

/** Takes a point in the frame of camera `from` to the frame of camera `to`. */
export function relativePose(from: Pose, to: Pose): Pose {
  const rotation = multiply(to.rotation, transpose(from.rotation))
  return { rotation, translation: subtract(to.translation, transform(rotation, from.translation)) }
}

/** The same camera for the picture scaled to another size. */
export function scaleLens(lens: Lens, width: number, height: number): Lens {
  const x = width / lens.width
  const y = height / lens.height
  return {
    width,
    height,
    focalX: lens.focalX * x,
    focalY: lens.focalY * y,
    centreX: (lens.centreX + 0.5) * x - 0.5,
    centreY: (lens.centreY + 0.5) * y - 0.5,
  }
}
