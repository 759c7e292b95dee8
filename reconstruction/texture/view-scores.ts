import type { Pictures } from '../depth/load-pictures.ts'
import type { Pose } from '../geometry.ts'
import { runOnThreads } from '../run-on-threads.ts'
import type { Mesh } from '../surface/mesh.ts'
import type { ScoreShared } from './score-worker.ts'

/** How well each view shows each triangle, and its colour there. */
export type ViewScores = {
  readonly views: number
  readonly triangles: number
  /** f32[views][triangles]: pixels, less near outlines; 0 where the view does not show the whole triangle. */
  readonly scores: Float32Array
  /** u8[views][triangles][3]: the colour at the middle of the triangle where the score is not 0. */
  readonly samples: Uint8Array
}

export async function scoreViews(options: {
  mesh: Mesh
  pictures: Pictures
  poses: readonly Pose[]
  threads: number
  onProgress: (fraction: number) => void
}): Promise<ViewScores> {
  const { mesh, pictures, poses, threads, onProgress } = options
  const triangles = mesh.indices.length / 3
  const scores = new Float32Array(new SharedArrayBuffer(poses.length * triangles * 4))
  const samples = new Uint8Array(new SharedArrayBuffer(poses.length * triangles * 3))
  const { lens, colours } = pictures
  const shared: ScoreShared = { mesh, lens, poses, colours, scores, samples }
  await runOnThreads({
    script: new URL('./score-worker.ts', import.meta.url),
    shared,
    jobs: poses.map((_, view) => view),
    threads,
    onDone: (done) => onProgress(done / poses.length),
  })
  return { views: poses.length, triangles, scores, samples }
}
