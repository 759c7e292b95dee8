import { normalize, type Vector } from '../geometry.ts'

/** A symmetric 3×3 matrix: xx, xy, xz, yy, yz, zz. */
export type Symmetric = readonly [number, number, number, number, number, number]

const turns = 30

/** The eigenvector of the smallest eigenvalue, by Jacobi rotations; its largest part is positive. */
export function smallestAxis([xx, xy, xz, yy, yz, zz]: Symmetric): Vector {
  const m = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ]
  const axes = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]
  const pairs = [
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const
  for (let turn = 0; turn < turns; turn++) {
    const [p, q] = pairs[turn % 3]!
    if (m[p]![q] === 0) continue
    const angle = Math.atan2(2 * m[p]![q]!, m[q]![q]! - m[p]![p]!) / 2
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    for (const row of [...m, ...axes])
      [row[p], row[q]] = [c * row[p]! - s * row[q]!, s * row[p]! + c * row[q]!]
    for (let column = 0; column < 3; column++) {
      const [above, below] = [m[p]![column]!, m[q]![column]!]
      m[p]![column] = c * above - s * below
      m[q]![column] = s * above + c * below
    }
  }
  const values = [m[0]![0]!, m[1]![1]!, m[2]![2]!]
  const least = values.indexOf(Math.min(...values))
  const axis = axes.map((row) => row[least]!) as [number, number, number]
  const largest = axis.reduce((best, part) => (Math.abs(part) > Math.abs(best) ? part : best), 0)
  return normalize(largest < 0 ? [-axis[0], -axis[1], -axis[2]] : axis)
}
