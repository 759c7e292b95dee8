import { expect, test } from 'vitest'
import type { Lens, Pose } from '../geometry.ts'
import type { DepthView } from './depth-view.ts'
import { fuseDepths } from './fuse-depths.ts'
import type { Mesh } from './mesh.ts'
import { surfaceNets } from './surface-nets.ts'

const lens: Lens = { width: 160, height: 120, focalX: 140, focalY: 140, centreX: 79.5, centreY: 59.5 }
const voxel = 0.1
/** Metres from the floor to the camera. */
const height = 1.6
/** The farthest floor that a view knows, metres: there a ray meets it at an angle of 8°. */
const farthest = 11.5

test('a floor that all cameras look along is found without gaps and in its place', async () => {
  const mesh = surfaceNets(await fuseDepths({ views: walk(5), lens, voxel, isSloped: true, threads: 1 }))
  // A strip of two metres, over the part of the walk that at least two views see, is divided into squares of two voxels.
  const found = new Set<string>()
  let worst = 0
  for (const [x, y, z] of triangleCentres(mesh)) {
    if (Math.abs(x) > 1 || z < 12 || z > 21) continue
    found.add(`${Math.floor(x / (2 * voxel))} ${Math.floor(z / (2 * voxel))}`)
    worst = Math.max(worst, Math.abs(y - height))
  }
  expect(worst).toBeLessThan(voxel)
  const squares = Math.floor(2 / (2 * voxel)) * Math.floor(9 / (2 * voxel))
  expect(found.size / squares).toBeGreaterThan(0.97)
})

/** Views of a floor at y = `height`, five metres apart, that look horizontally in the direction of the walk. */
function walk(count: number): DepthView[] {
  let seed = 1
  const noise = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648 - 0.5
  }
  return Array.from({ length: count }, (_, step) => {
    const pose: Pose = { rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], translation: [0, 0, -5 * step] }
    const depths = new Float32Array(lens.width * lens.height)
    for (let at = 0; at < depths.length; at++) {
      const down = (Math.floor(at / lens.width) - lens.centreY) / lens.focalY
      const depth = down > 0 ? height / down : 0
      // Up to 2 % off, as neighbouring pictures that agree may be.
      if (depth < farthest) depths[at] = depth * (1 + 0.04 * noise())
    }
    return { pose, depths }
  })
}

function triangleCentres({ positions, indices }: Mesh): [number, number, number][] {
  const mean = (triangle: number, axis: number) =>
    [0, 1, 2].reduce((sum, corner) => sum + positions[3 * indices[3 * triangle + corner]! + axis]!, 0) / 3
  return Array.from({ length: indices.length / 3 }, (_, triangle) => [
    mean(triangle, 0),
    mean(triangle, 1),
    mean(triangle, 2),
  ])
}
