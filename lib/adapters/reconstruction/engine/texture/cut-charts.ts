import { type Mesh, trianglesAcross } from '../surface/mesh.ts'
import type { Lens, Pose } from '../workspace/geometry.ts'
import { connectedCharts } from './choose-views.ts'

/** A connected patch of the mesh as one picture shows it. All places are in pixels of that picture at full size. */
export type Chart = {
  readonly view: number
  readonly triangles: readonly number[]
  /** Where each vertex of the patch is in the picture. */
  readonly places: ReadonlyMap<number, readonly [x: number, y: number]>
  /** The rectangle around them; pixel n reaches from n - 0.5 to n + 0.5. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** @param chosen the view of each triangle, -1 for none */
export function cutCharts(mesh: Mesh, chosen: Int16Array, poses: readonly Pose[], lens: Lens): Chart[] {
  return connectedCharts(chosen, trianglesAcross(mesh)).map((triangles) => {
    const view = chosen[triangles[0]!]!
    const places = new Map<number, readonly [number, number]>()
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
    for (const triangle of triangles)
      for (const vertex of mesh.indices.subarray(3 * triangle, 3 * triangle + 3)) {
        if (places.has(vertex)) continue
        const place = project(mesh.positions, vertex, poses[view]!, lens)
        places.set(vertex, place)
        left = Math.min(left, place[0])
        top = Math.min(top, place[1])
        right = Math.max(right, place[0])
        bottom = Math.max(bottom, place[1])
      }
    return { view, triangles, places, left, top, width: right - left, height: bottom - top }
  })
}

function project(positions: Float32Array, vertex: number, pose: Pose, lens: Lens): [number, number] {
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = pose.rotation
  const [tx, ty, tz] = pose.translation
  const [x, y, z] = [positions[3 * vertex]!, positions[3 * vertex + 1]!, positions[3 * vertex + 2]!]
  const depth = r6 * x + r7 * y + r8 * z + tz
  return [
    (lens.focalX * (r0 * x + r1 * y + r2 * z + tx)) / depth + lens.centreX,
    (lens.focalY * (r3 * x + r4 * y + r5 * z + ty)) / depth + lens.centreY,
  ]
}
