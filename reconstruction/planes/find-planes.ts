import { dot, normalize, type Vector } from '../geometry.ts'
import type { Plane } from './plane.ts'
import type { OrientedPoints } from './sample-points.ts'
import { smallestAxis } from './smallest-axis.ts'

/** A plane and its points, by number. */
export type FoundPlane = { readonly plane: Plane; readonly points: readonly number[] }

/** Planes tried in each round, each through one point, and points that each is compared with. */
const attempts = 300
const compared = 3000
/** Points belong to a plane if they are within this many cells of it and their normals within about 8° of its normal. */
const nearCells = 1
const facing = 0.99
const fits = 4
/** Least share of all points, and least number, in a plane. */
const leastShare = 0.005
const leastPoints = 80
const mostPlanes = 20
/** A plane through objects at different depths has another direction than their surfaces: cosine of the largest angle, 3°. */
const sameWay = 0.9986
const mostFailures = 20

/**
 * The planes with the most points, largest first (RANSAC of Fischler and Bolles 1981, each plane fitted by least squares).
 * The points to try are chosen by a fixed sequence, so the same points give the same planes.
 *
 * @param cell the distance between neighbouring points
 */
export function findPlanes(points: OrientedPoints, cell: number): FoundPlane[] {
  const { positions, normals, count } = points
  const next = sequence()
  const least = Math.max(leastPoints, leastShare * count)
  const found: FoundPlane[] = []
  let free = Array.from({ length: count }, (_, point) => point)
  const isOn = ({ normal: [x, y, z], offset }: Plane, point: number, cells: number) =>
    Math.abs(
      x * positions[3 * point]! + y * positions[3 * point + 1]! + z * positions[3 * point + 2]! - offset,
    ) <
      cells * cell &&
    x * normals[3 * point]! + y * normals[3 * point + 1]! + z * normals[3 * point + 2]! > facing
  let failures = 0
  while (free.length >= least && found.length < mostPlanes && failures < mostFailures) {
    const step = Math.max(1, Math.floor(free.length / compared))
    let best: Plane | undefined
    let most = 0
    let seed = -1
    for (let attempt = 0; attempt < attempts; attempt++) {
      const through = free[Math.floor(next() * free.length)]!
      const candidate = planeAt(points, through)
      let on = 0
      for (let k = 0; k < free.length; k += step) if (isOn(candidate, free[k]!, nearCells)) on++
      if (on > most) [best, most, seed] = [candidate, on, through]
    }
    if (!best) break
    let plane = best
    let own: number[] = []
    for (let fit = 0; fit < fits; fit++) {
      own = free.filter((point) => isOn(plane, point, nearCells))
      if (own.length < least) break
      plane = fitPlane(points, own)
    }
    if (own.length < least) break
    if (dot(plane.normal, meanNormal(points, own)) < sameWay) {
      // Near points would give the same plane again.
      free = free.filter((point) => !isNear(points, point, seed, 3 * cell))
      failures++
      continue
    }
    found.push({ plane, points: own })
    // Also those somewhat farther away: they would give the same plane again.
    free = free.filter((point) => !isOn(plane, point, 2 * nearCells))
  }
  return found
}

function planeAt({ positions, normals }: OrientedPoints, point: number): Plane {
  const at = 3 * point
  const normal: Vector = [normals[at]!, normals[at + 1]!, normals[at + 2]!]
  return { normal, offset: dot(normal, [positions[at]!, positions[at + 1]!, positions[at + 2]!]) }
}

function isNear({ positions }: OrientedPoints, one: number, other: number, distance: number): boolean {
  const along = (axis: number) => positions[3 * one + axis]! - positions[3 * other + axis]!
  return Math.hypot(along(0), along(1), along(2)) < distance
}

function meanNormal({ normals }: OrientedPoints, own: readonly number[]): Vector {
  const along = (axis: number) => own.reduce((sum, point) => sum + normals[3 * point + axis]!, 0)
  return normalize([along(0), along(1), along(2)])
}

function fitPlane({ positions, normals }: OrientedPoints, own: readonly number[]): Plane {
  const centre: [number, number, number] = [0, 0, 0]
  const facing: [number, number, number] = [0, 0, 0]
  for (const point of own)
    for (const axis of [0, 1, 2] as const) {
      centre[axis] += positions[3 * point + axis]! / own.length
      facing[axis] += normals[3 * point + axis]!
    }
  const sums: [number, number, number, number, number, number] = [0, 0, 0, 0, 0, 0]
  for (const point of own) {
    const x = positions[3 * point]! - centre[0]
    const y = positions[3 * point + 1]! - centre[1]
    const z = positions[3 * point + 2]! - centre[2]
    sums[0] += x * x
    sums[1] += x * y
    sums[2] += x * z
    sums[3] += y * y
    sums[4] += y * z
    sums[5] += z * z
  }
  const axis = smallestAxis(sums)
  const normal: Vector = dot(axis, facing) < 0 ? [-axis[0], -axis[1], -axis[2]] : axis
  return { normal, offset: dot(normal, centre) }
}

/** Numbers from 0 up to 1 that look random: the same in every run (mulberry32). */
function sequence(): () => number {
  let state = 1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}
