import { parentPort, workerData } from 'node:worker_threads'
import type { Lens } from '../geometry.ts'
import type { GreyView } from './kernels.ts'
import { depthsOf, SlantedMatcher } from './slanted-matcher.ts'

/**
 * Shared by all threads. `planes` f32[height][width][4] and `first` f32[height][width] are written by the jobs without `agrees` and read by
 * those with it, which write `depths`.
 */
export type SlantedShared = {
  lens: Lens
  neighbours: number
  views: readonly GreyView[]
  planes: readonly Float32Array<SharedArrayBuffer>[]
  first: readonly Float32Array<SharedArrayBuffer>[]
  depths: readonly Float32Array<SharedArrayBuffer>[]
}
export type SlantedJob = {
  view: number
  neighbours: readonly number[]
  near: number
  far: number
  agrees: boolean
}

const shared = workerData as SlantedShared
const matcher = new SlantedMatcher(shared)

parentPort!.on('message', ({ view, neighbours, near, far, agrees }: SlantedJob) => {
  const { planes, first, depths, lens } = shared
  const range = { near, far }
  if (agrees)
    depths[view]!.set(matcher.agree(view, neighbours, range, { planes: planes[view]!, depthMaps: first }))
  else {
    planes[view]!.set(matcher.findPlanes(view, neighbours, range))
    first[view]!.set(depthsOf(planes[view]!, lens))
  }
  parentPort!.postMessage(view)
})
