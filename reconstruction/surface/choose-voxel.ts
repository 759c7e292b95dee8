import type { Lens } from '../geometry.ts'
import { cameraCentre, transform, transpose } from '../geometry.ts'
import type { DepthView } from './depth-view.ts'

/**
 * Maximum number of voxels along the side of a square as large as the scene, also if the pictures have a higher resolution: the memory grows
 * with the area, so that a long street may have more of them along it.
 */
const mostVoxels = 1000
/** Only every 331st pixel is used: about ten thousand for each scene. */
const stride = 331

/**
 * The edge of a voxel: some sizes of a pixel at the median depth, but at least a thousandth of the side of a square as large as the
 * scene. `undefined` when there are too few depths for a surface.
 */
export function chooseVoxel(
  views: readonly DepthView[],
  lens: Lens,
  voxelPixels: number,
): number | undefined {
  const footprints: number[] = []
  const along: [number[], number[], number[]] = [[], [], []]
  for (const { pose, depths } of views) {
    const back = transpose(pose.rotation)
    const centre = cameraCentre(pose)
    for (let at = 0; at < depths.length; at += stride) {
      const z = depths[at]!
      if (z === 0) continue
      footprints.push(z / lens.focalX)
      const x = (((at % lens.width) - lens.centreX) / lens.focalX) * z
      const y = ((Math.floor(at / lens.width) - lens.centreY) / lens.focalY) * z
      transform(back, [x, y, z]).forEach((value, axis) => {
        along[axis]!.push(value + centre[axis]!)
      })
    }
  }
  if (footprints.length < 100) return undefined
  const extents = along.map((values) => quantile(values, 0.99) - quantile(values, 0.01))
  const [longest = 0, second = 0] = extents.sort((one, other) => other - one)
  return Math.max(quantile(footprints, 0.5) * voxelPixels, Math.sqrt(longest * second) / mostVoxels)
}

function quantile(values: number[], share: number): number {
  values.sort((a, b) => a - b)
  return values[Math.floor((values.length - 1) * share)]!
}
