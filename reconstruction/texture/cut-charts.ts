import type { Lens, Pose } from '../geometry.ts'
import { type Mesh, trianglesAcross } from '../surface/mesh.ts'
import { connectedCharts } from './choose-views.ts'
import { projectVertices } from './depth-buffer.ts'

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
        const position = mesh.positions.subarray(3 * vertex, 3 * vertex + 3)
        const [x, y] = projectVertices(position, poses[view]!, lens)
        const place = [x!, y!] as const
        places.set(vertex, place)
        left = Math.min(left, place[0])
        top = Math.min(top, place[1])
        right = Math.max(right, place[0])
        bottom = Math.max(bottom, place[1])
      }
    return { view, triangles, places, left, top, width: right - left, height: bottom - top }
  })
}
