import { cross, dot, normalize, type Vector } from '../geometry.ts'

/** The points x with dot(normal, x) = offset; the normal has length 1 and points to the side that is seen. */
export type Plane = { readonly normal: Vector; readonly offset: number }

/** Two axes of length 1 along a plane; u × v is its normal. */
export function axesOf({ normal }: Plane): { u: Vector; v: Vector } {
  const [x, y, z] = normal.map(Math.abs) as [number, number, number]
  const aside: Vector = x <= y && x <= z ? [1, 0, 0] : y <= z ? [0, 1, 0] : [0, 0, 1]
  const u = normalize(cross(aside, normal))
  return { u, v: cross(normal, u) }
}

/** How far a point is before the plane; negative behind it. */
export function heightOver({ normal, offset }: Plane, point: Vector): number {
  return dot(normal, point) - offset
}
