import { MeshoptSimplifier } from 'meshoptimizer'
import { compact, type Mesh } from './mesh.ts'

/** Errors to allow, as shares of the mesh's extent, tried in this order until the mesh is small enough. */
const errors = [0.01, 0.02, 0.05, 0.1, 0.3, 1]

/**
 * Reduces a mesh to at most `maxTriangles` triangles, with the smallest error that suffices (quadrics of Garland and Heckbert
 * 1997, in meshoptimizer). A mesh with too many borders for that is clustered instead.
 */
export async function simplify(mesh: Mesh, maxTriangles: number): Promise<Mesh> {
  await MeshoptSimplifier.ready
  const most = maxTriangles * 3
  let { indices } = mesh
  for (const error of errors) {
    if (indices.length <= most) break
    indices = MeshoptSimplifier.simplify(indices, mesh.positions, 3, most, error, [])[0]
  }
  if (indices.length > most)
    indices = MeshoptSimplifier.simplifySloppy(indices, mesh.positions, 3, null, most, 1)[0]
  return compact(mesh.positions, indices)
}
