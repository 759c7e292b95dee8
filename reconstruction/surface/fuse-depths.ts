import type { Lens } from '../geometry.ts'
import { cameraCentre } from '../geometry.ts'
import { runOnThreads } from '../run-on-threads.ts'
import { BlockIndex, type BlockVolume, blockEdge, blockVoxels, truncationVoxels } from './block-volume.ts'
import type { DepthView } from './depth-view.ts'
import type { FuseJob, FuseShared, SlopedView } from './fuse-worker.ts'
import { measureSlopes } from './measure-slopes.ts'

/** Depths are sampled every second pixel to find the blocks: a block is some ten pixels wide. */
const pixelStep = 2
/** The same along a ray: a quarter of a block. */
const voxelStep = 2
const blocksPerJob = 2048

/**
 * Fuses depth maps into one volume of signed distances; each voxel is the weighted mean of all views (Curless and Levoy
 * 1996). Each thread processes some of the blocks, and adds the views to a block in their order.
 *
 * @param options.isSloped true to measure distances at right angles to the surface that a depth map shows, for views that look along their
 * surfaces: along the depth axis almost nothing behind a floor would be known. Otherwise along the depth axis, which is more exact
 * for surfaces that face the camera
 */
export async function fuseDepths(options: {
  views: readonly DepthView[]
  lens: Lens
  voxel: number
  isSloped: boolean
  threads: number
  onProgress?: (fraction: number) => void
}): Promise<BlockVolume> {
  const { views, lens, voxel, isSloped, threads, onProgress } = options
  const blocks = new BlockIndex()
  const facing = new Float32Array(lens.width * lens.height).fill(1)
  const sloped = views.map((view) => ({
    ...view,
    slopes: isSloped ? measureSlopes(view.depths, lens) : facing,
  }))
  const touched = sloped.map((view) => touchedBlocks(view, lens, voxel, blocks))
  const distances = new Float32Array(new SharedArrayBuffer(blocks.count * blockVoxels * 4))
  const weights = new Float32Array(new SharedArrayBuffer(blocks.count * blockVoxels * 4))
  const coordinates = blocks.coordinates.slice()
  const shared: FuseShared = { views: sloped, lens, voxel, touched, coordinates, distances, weights }
  const jobs: FuseJob[] = []
  for (let first = 0; first < blocks.count; first += blocksPerJob)
    jobs.push({ first, end: Math.min(blocks.count, first + blocksPerJob) })
  await runOnThreads({
    script: new URL('./fuse-worker.ts', import.meta.url),
    shared,
    jobs,
    threads,
    ...(onProgress && { onDone: (done) => onProgress(done / jobs.length) }),
  })
  return { blocks, voxel, distances, weights }
}

/** Adds the blocks within the truncation distance of a view's depths. @returns their numbers, ascending */
function touchedBlocks(view: SlopedView, lens: Lens, voxel: number, blocks: BlockIndex): Int32Array {
  const { width, height, focalX, focalY, centreX, centreY } = lens
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = view.pose.rotation
  const [ox, oy, oz] = cameraCentre(view.pose)
  const edge = blockEdge * voxel
  const touched = new Set<number>()
  for (let y = 0; y < height; y += pixelStep)
    for (let x = 0; x < width; x += pixelStep) {
      const at = y * width + x
      const z = view.depths[at]!
      if (z === 0) continue
      const rayX = (x - centreX) / focalX
      const rayY = (y - centreY) / focalY
      const dx = r0 * rayX + r3 * rayY + r6
      const dy = r1 * rayX + r4 * rayY + r7
      const dz = r2 * rayX + r5 * rayY + r8
      const reach = (truncationVoxels * voxel) / view.slopes[at]!
      const steps = Math.ceil((reach * Math.hypot(rayX, rayY, 1)) / (voxelStep * voxel))
      let [lastX, lastY, lastZ] = [Number.NaN, 0, 0]
      for (let step = -steps; step <= steps; step++) {
        const depth = z + (step / steps) * reach
        const bx = Math.floor((ox + dx * depth) / edge)
        const by = Math.floor((oy + dy * depth) / edge)
        const bz = Math.floor((oz + dz * depth) / edge)
        if (bx === lastX && by === lastY && bz === lastZ) continue
        touched.add(blocks.add(bx, by, bz))
        ;[lastX, lastY, lastZ] = [bx, by, bz]
      }
    }
  return Int32Array.from(touched).sort()
}
