import { dot, type Matrix, rotationOf, subtract, transform, type Vector } from '../geometry.ts'

/** Takes x to scale · rotation · x + translation. */
export type Similarity = { scale: number; rotation: Matrix; translation: Vector }

/**
 * The similarity that takes `from` nearest to `to`, by the sum of squared distances. The rotation by Horn, "Closed-form
 * solution of absolute orientation using unit quaternions" (1987), the scale by Umeyama (1991).
 */
export function align(from: readonly Vector[], to: readonly Vector[]): Similarity {
  const [fromCentre, toCentre] = [mean(from), mean(to)]
  const pairs = from.map(
    (point, index) => [subtract(point, fromCentre), subtract(to[index]!, toCentre)] as const,
  )
  const sum = (term: (a: Vector, b: Vector) => number) =>
    pairs.reduce((total, [a, b]) => total + term(a, b), 0)
  const axes = [0, 1, 2] as const
  const [[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]] = axes.map((i) =>
    axes.map((j) => sum((a, b) => a[i] * b[j])),
  ) as [[number, number, number], [number, number, number], [number, number, number]]
  const quaternion = largestEigenvector([
    [xx + yy + zz, yz - zy, zx - xz, xy - yx],
    [yz - zy, xx - yy - zz, xy + yx, zx + xz],
    [zx - xz, xy + yx, yy - xx - zz, yz + zy],
    [xy - yx, zx + xz, yz + zy, zz - xx - yy],
  ])
  const rotation = rotationOf(quaternion as [number, number, number, number])
  const scale = sum((a, b) => dot(transform(rotation, a), b)) / sum((a) => dot(a, a))
  const turned = transform(rotation, fromCentre)
  const translation = axes.map((axis) => toCentre[axis] - scale * turned[axis]) as unknown as Vector
  return { scale, rotation, translation }
}

export function apply({ scale, rotation, translation }: Similarity, point: Vector): Vector {
  const [x, y, z] = transform(rotation, point)
  return [scale * x + translation[0], scale * y + translation[1], scale * z + translation[2]]
}

/** The angle between two rotations, degrees. */
export function turnBetween(one: Matrix, other: Matrix): number {
  const rows = [0, 3, 6].map((at) => [
    [one[at]!, one[at + 1]!, one[at + 2]!] as const,
    [other[at]!, other[at + 1]!, other[at + 2]!] as const,
  ])
  const cosine = (rows.reduce((trace, [a, b]) => trace + dot(a!, b!), 0) - 1) / 2
  // The sine is used for small angles, because their cosine is too imprecise.
  const difference = rows.reduce((total, [a, b]) => total + dot(subtract(a!, b!), subtract(a!, b!)), 0)
  const halfSine = Math.sqrt(difference / 8)
  return halfSine < 0.1 ? degrees(2 * Math.asin(halfSine)) : degrees(Math.acos(Math.max(-1, cosine)))
}

/** The eigenvector of the largest eigenvalue of a symmetric matrix, by Jacobi rotations, largest element first. */
function largestEigenvector(symmetric: readonly (readonly number[])[]): number[] {
  const m = symmetric.map((row) => [...row])
  const size = m.length
  const vectors = m.map((_, row) => m.map((_, column) => (row === column ? 1 : 0)))
  for (let turns = 0; turns < 200; turns += 1) {
    let [p, q] = [0, 1]
    for (let row = 0; row < size; row += 1)
      for (let column = row + 1; column < size; column += 1)
        if (Math.abs(m[row]![column]!) > Math.abs(m[p]![q]!)) [p, q] = [row, column]
    if (Math.abs(m[p]![q]!) < Number.EPSILON * Math.abs(m[0]![0]!)) break
    const angle = Math.atan2(2 * m[p]![q]!, m[q]![q]! - m[p]![p]!) / 2
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    for (const row of [...m, ...vectors])
      [row[p], row[q]] = [c * row[p]! - s * row[q]!, s * row[p]! + c * row[q]!]
    for (let column = 0; column < size; column += 1) {
      const [above, below] = [m[p]![column]!, m[q]![column]!]
      m[p]![column] = c * above - s * below
      m[q]![column] = s * above + c * below
    }
  }
  const values = m.map((row, index) => row[index]!)
  const largest = values.indexOf(Math.max(...values))
  return vectors.map((row) => row[largest]!)
}

function mean(points: readonly Vector[]): Vector {
  return [0, 1, 2].map(
    (axis) => points.reduce((sum, point) => sum + point[axis]!, 0) / points.length,
  ) as unknown as Vector
}

function degrees(radians: number): number {
  return (radians * 180) / Math.PI
}
