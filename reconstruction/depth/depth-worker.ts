import { parentPort, workerData } from 'node:worker_threads'
import type { Lens } from '../geometry.ts'
import { DepthSweep, type GreyView } from './kernels.ts'

/** Shared by all threads. `depths` are the maps to write, f32[height][width]. */
export type DepthShared = {
  lens: Lens
  planes: number
  neighbours: number
  views: readonly GreyView[]
  depths: readonly Float32Array<SharedArrayBuffer>[]
}
export type DepthJob = { view: number; neighbours: readonly number[]; near: number; far: number }

const shared = workerData as DepthShared
const sweep = new DepthSweep(shared)

parentPort!.on('message', ({ view, neighbours, near, far }: DepthJob) => {
  shared.depths[view]!.set(sweep.depthMap(view, neighbours, { near, far }))
  parentPort!.postMessage(view)
})
