import { parentPort, workerData } from 'node:worker_threads'
import type { Lens, Pose } from '../geometry.ts'
import { confirmDepths, type Tolerance } from './confirm-depths.ts'
import { erodeEdges } from './erode-edges.ts'
import { removeSpeckle } from './remove-speckle.ts'
import { trimOutlines } from './trim-outlines.ts'

/** Shared by all threads. `raw` are the maps to read, `filtered` those to write, f32[height][width]. */
export type FilterShared = {
  lens: Lens
  poses: readonly Pose[]
  confirmations: number
  tolerance: Tolerance
  greys: readonly Uint8Array<SharedArrayBuffer>[]
  raw: readonly Float32Array<SharedArrayBuffer>[]
  filtered: readonly Float32Array<SharedArrayBuffer>[]
}
export type FilterJob = { view: number; neighbours: readonly number[] }

const { lens, poses, confirmations, tolerance, greys, raw, filtered } = workerData as FilterShared

parentPort!.on('message', ({ view, neighbours }: FilterJob) => {
  const depths = confirmDepths({ lens, poses, depths: raw, view, neighbours, confirmations, tolerance })
  removeSpeckle(depths, lens)
  filtered[view]!.set(trimOutlines(erodeEdges(depths, lens), greys[view]!, lens))
  parentPort!.postMessage(view)
})
