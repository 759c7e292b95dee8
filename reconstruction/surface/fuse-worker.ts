import { parentPort, workerData } from 'node:worker_threads'
import type { Lens } from '../geometry.ts'
import { blockEdge, blockVoxels, truncationVoxels } from './block-volume.ts'
import type { DepthView } from './depth-view.ts'

export type SlopedView = DepthView & {
  /** What share of a distance along the depth axis is distance from the surface, f32[height][width]. */
  readonly slopes: Float32Array
}

/** Shared by all threads. `touched` are the blocks of each view, ascending; coordinates i32[blocks][3]. */
export type FuseShared = {
  views: readonly SlopedView[]
  lens: Lens
  voxel: number
  touched: readonly Int32Array[]
  coordinates: Int32Array
  distances: Float32Array<SharedArrayBuffer>
  weights: Float32Array<SharedArrayBuffer>
}
/** The blocks first .. end - 1. */
export type FuseJob = { first: number; end: number }

/** Weight of the free space that a view shows before a surface, relative to the surface. */
const freeSpaceWeight = 0.5

const { views, lens, voxel, touched, coordinates, distances, weights } = workerData as FuseShared

parentPort!.on('message', ({ first, end }: FuseJob) => {
  views.forEach((view, index) => {
    for (const block of touched[index]!) if (block >= first && block < end) addView(view, block)
  })
  parentPort!.postMessage(first)
})

/**
 * Adds the depths of one view to one block. The error of a depth grows with the square of the depth, so greater depths have less
 * weight.
 */
function addView({ pose, depths, slopes, confidence = 1 }: SlopedView, block: number): void {
  const { width, height, focalX, focalY, centreX, centreY } = lens
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = pose.rotation
  const [tx, ty, tz] = pose.translation
  const truncation = truncationVoxels * voxel
  const wx = (coordinates[3 * block]! * blockEdge + 0.5) * voxel
  let at = block * blockVoxels
  for (let k = 0; k < blockEdge; k++) {
    const wz = (coordinates[3 * block + 2]! * blockEdge + k + 0.5) * voxel
    for (let j = 0; j < blockEdge; j++) {
      const wy = (coordinates[3 * block + 1]! * blockEdge + j + 0.5) * voxel
      let x = r0 * wx + r1 * wy + r2 * wz + tx
      let y = r3 * wx + r4 * wy + r5 * wz + ty
      let z = r6 * wx + r7 * wy + r8 * wz + tz
      for (let i = 0; i < blockEdge; i++, at++, x += r0 * voxel, y += r3 * voxel, z += r6 * voxel) {
        if (z <= 0) continue
        const column = Math.round((focalX * x) / z + centreX)
        const row = Math.round((focalY * y) / z + centreY)
        if (column < 0 || row < 0 || column >= width || row >= height) continue
        const pixel = row * width + column
        const depth = depths[pixel]!
        if (depth === 0) continue
        const distance = (depth - z) * slopes[pixel]!
        if (distance < -truncation) continue
        const free = distance > truncation
        if (free && confidence < 1) continue
        const weight = (confidence * (free ? freeSpaceWeight : 1)) / (depth * depth)
        const before = weights[at]!
        const sum = before + weight
        distances[at] = (distances[at]! * before + (free ? 1 : distance / truncation) * weight) / sum
        weights[at] = sum
      }
    }
  }
}
