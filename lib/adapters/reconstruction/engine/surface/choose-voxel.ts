import type { Lens } from '../workspace/geometry.ts'
import { cameraCentre, transform, transpose } from '../workspace/geometry.ts'
import type { DepthView } from './depth-view.ts'

/** The longest extent of the scene gets at most this many voxels, whatever the pictures could resolve. */
const mostVoxels = 1000
/** Every so manieth pixel is looked at, so that any scene is judged by some ten thousand. */
const stride = 331

/**
 * The edge of a voxel: some footprints of a pixel at the median depth, but no finer than a thousandth of the scene.
 * Undefined when there are too few depths to make a surface of.
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
  const extent = Math.max(...along.map((values) => quantile(values, 0.99) - quantile(values, 0.01)))
  return Math.max(quantile(footprints, 0.5) * voxelPixels, extent / mostVoxels)
}

function quantile(values: number[], share: number): number {
  values.sort((a, b) => a - b)
  return values[Math.floor((values.length - 1) * share)]!
}
