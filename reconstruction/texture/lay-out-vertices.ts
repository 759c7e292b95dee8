import type { Mesh } from '../surface/mesh.ts'
import { type Swatch, swatchSize } from './colour-unseen.ts'
import type { Chart } from './cut-charts.ts'
import type { Packing } from './pack-rectangles.ts'
import { placeOf } from './paint-charts.ts'

/**
 * The mesh with one vertex for each chart or swatch that it is in, and where that is in the texture: uvs
 * f32[vertices][2], (0, 0) the upper left corner. The packing holds the charts, then the swatches.
 */
export function layOutVertices(
  mesh: Mesh,
  charts: readonly Chart[],
  swatches: readonly Swatch[],
  packing: Packing,
): Mesh & { uvs: Float32Array } {
  const positions: number[] = []
  const uvs: number[] = []
  const indices: number[] = []
  const add = (
    triangles: readonly number[],
    placeOfVertex: (vertex: number) => readonly [number, number],
  ) => {
    const numbers = new Map<number, number>()
    for (const triangle of triangles)
      for (const vertex of mesh.indices.subarray(3 * triangle, 3 * triangle + 3)) {
        let number = numbers.get(vertex)
        if (number === undefined) {
          number = positions.length / 3
          numbers.set(vertex, number)
          const [u, v] = placeOfVertex(vertex)
          positions.push(
            mesh.positions[3 * vertex]!,
            mesh.positions[3 * vertex + 1]!,
            mesh.positions[3 * vertex + 2]!,
          )
          uvs.push(u / packing.size, v / packing.size)
        }
        indices.push(number)
      }
  }
  charts.forEach((chart, number) => {
    const place = placeOf(packing, chart, number)
    add(chart.triangles, (vertex) => place(...chart.places.get(vertex)!))
  })
  swatches.forEach(({ triangles }, k) => {
    const corner = 2 * (charts.length + k)
    const middle = (swatchSize * packing.scale) / 2
    const place = [packing.corners[corner]! + middle, packing.corners[corner + 1]! + middle] as const
    add(triangles, () => place)
  })
  return {
    positions: Float32Array.from(positions),
    uvs: Float32Array.from(uvs),
    indices: Uint32Array.from(indices),
  }
}
