import { parentPort, workerData } from 'node:worker_threads'
import type { Lens, Pose } from '../geometry.ts'
import type { Mesh } from '../surface/mesh.ts'
import { scoreView } from './score-view.ts'

/** Shared by all threads. `scores` f32[views][triangles] and `samples` u8[views][triangles][3] are to be written. */
export type ScoreShared = {
  mesh: Mesh
  lens: Lens
  poses: readonly Pose[]
  colours: readonly Uint8Array<SharedArrayBuffer>[]
  scores: Float32Array<SharedArrayBuffer>
  samples: Uint8Array<SharedArrayBuffer>
}

const { mesh, lens, poses, colours, scores, samples } = workerData as ScoreShared
const triangles = mesh.indices.length / 3

parentPort!.on('message', (view: number) => {
  scoreView({
    mesh,
    lens,
    pose: poses[view]!,
    colour: colours[view]!,
    scores: scores.subarray(view * triangles, (view + 1) * triangles),
    samples: samples.subarray(3 * view * triangles, 3 * (view + 1) * triangles),
  })
  parentPort!.postMessage(view)
})
