import type { Random } from '../../bench/spatial/random.ts'
import { cross, dot, subtract, type Vector } from '../geometry.ts'

export type Triangle = readonly [Vector, Vector, Vector]

/** Points spread evenly over the triangles by their area. */
export function samplePoints(triangles: readonly Triangle[], count: number, random: Random): Vector[] {
  const sums: number[] = []
  let total = 0
  for (const triangle of triangles) {
    total += areaOf(triangle)
    sums.push(total)
  }
  return Array.from({ length: count }, () => {
    const [a, b, c] = triangles[firstAbove(sums, random.unit() * total)]!
    const root = Math.sqrt(random.unit())
    const along = random.unit()
    return combine([a, 1 - root], [b, root * (1 - along)], [c, root * along])
  })
}

export function areaOf([a, b, c]: Triangle): number {
  return Math.hypot(...cross(subtract(b, a), subtract(c, a))) / 2
}

/** The point of a triangle nearest to `point`. Ericson, "Real-Time Collision Detection" (2005), 5.1.5. */
export function nearestOnTriangle(point: Vector, [a, b, c]: Triangle): Vector {
  const [ab, ac] = [subtract(b, a), subtract(c, a)]
  const ap = subtract(point, a)
  const [d1, d2] = [dot(ab, ap), dot(ac, ap)]
  if (d1 <= 0 && d2 <= 0) return a
  const bp = subtract(point, b)
  const [d3, d4] = [dot(ab, bp), dot(ac, bp)]
  if (d3 >= 0 && d4 <= d3) return b
  const vc = d1 * d4 - d3 * d2
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return combine([a, 1 - d1 / (d1 - d3)], [b, d1 / (d1 - d3)])
  const cp = subtract(point, c)
  const [d5, d6] = [dot(ab, cp), dot(ac, cp)]
  if (d6 >= 0 && d5 <= d6) return c
  const vb = d5 * d2 - d1 * d6
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return combine([a, 1 - d2 / (d2 - d6)], [c, d2 / (d2 - d6)])
  const va = d3 * d6 - d5 * d4
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const share = (d4 - d3) / (d4 - d3 + (d5 - d6))
    return combine([b, 1 - share], [c, share])
  }
  const sum = va + vb + vc
  return combine([a, va / sum], [b, vb / sum], [c, vc / sum])
}

export type Surface = { distanceTo: (point: Vector) => number }

/**
 * Measures the exact distance of a point to the nearest triangle, at most `farthest`. The triangles are indexed by the cubes
 * that their bounding boxes touch.
 */
export function createSurface(triangles: readonly Triangle[], cell: number, farthest: number): Surface {
  const cubes = new Map<number, number[]>()
  const at = (value: number) => Math.floor(value / cell)
  // Room for 2^17 cubes along each axis, which a number still holds exactly.
  const key = (x: number, y: number, z: number) =>
    ((x + 65_536) * 131_072 + (y + 65_536)) * 131_072 + (z + 65_536)
  triangles.forEach((triangle, index) => {
    const low = [0, 1, 2].map((axis) => at(Math.min(...triangle.map((corner) => corner[axis]!))))
    const high = [0, 1, 2].map((axis) => at(Math.max(...triangle.map((corner) => corner[axis]!))))
    for (let x = low[0]!; x <= high[0]!; x += 1)
      for (let y = low[1]!; y <= high[1]!; y += 1)
        for (let z = low[2]!; z <= high[2]!; z += 1) {
          const known = cubes.get(key(x, y, z))
          if (known) known.push(index)
          else cubes.set(key(x, y, z), [index])
        }
  })

  const distanceTo = (point: Vector): number => {
    const [x, y, z] = [at(point[0]), at(point[1]), at(point[2])]
    let best = farthest
    // A triangle in shell n is at least n - 1 cells away.
    for (let shell = 0; (shell - 1) * cell < best; shell += 1)
      for (const [dx, dy, dz] of shellOffsets(shell))
        for (const index of cubes.get(key(x + dx, y + dy, z + dz)) ?? []) {
          const nearest = nearestOnTriangle(point, triangles[index]!)
          best = Math.min(best, Math.hypot(...subtract(point, nearest)))
        }
    return best
  }
  return { distanceTo }
}

const shells: (readonly Vector[])[] = []

/** The offsets of the cubes that form a hollow cube around one. */
function shellOffsets(shell: number): readonly Vector[] {
  shells[shell] ??= Array.from({ length: (2 * shell + 1) ** 3 }, (_, index): Vector => {
    const side = 2 * shell + 1
    return [
      (index % side) - shell,
      (Math.floor(index / side) % side) - shell,
      Math.floor(index / side ** 2) - shell,
    ]
  }).filter((offset) => Math.max(...offset.map(Math.abs)) === shell)
  return shells[shell]
}

function combine(...parts: readonly (readonly [Vector, number])[]): Vector {
  return [0, 1, 2].map((axis) =>
    parts.reduce((sum, [point, weight]) => sum + point[axis]! * weight, 0),
  ) as unknown as Vector
}

function firstAbove(sums: readonly number[], value: number): number {
  let [low, high] = [0, sums.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sums[middle]! > value) high = middle
    else low = middle + 1
  }
  return low
}
