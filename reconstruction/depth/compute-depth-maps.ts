import type { Workspace } from '../colmap/workspace.ts'
import type { ModelSettings } from '../model-settings.ts'
import { runOnThreads } from '../run-on-threads.ts'
import { depthRange } from './depth-range.ts'
import type { DepthJob, DepthShared } from './depth-worker.ts'
import type { FilterJob, FilterShared } from './filter-worker.ts'
import type { Pictures } from './load-pictures.ts'
import { rankNeighbours } from './rank-neighbours.ts'

/** About how much of the time goes into the sweep rather than the check. */
const sweepShare = 0.9

/**
 * Depth maps f32[height][width] of the views that have at least two neighbours, 0 where nothing is certain; undefined
 * for the others.
 */
export async function computeDepthMaps(options: {
  workspace: Workspace
  pictures: Pictures
  settings: ModelSettings
  threads: number
  onProgress: (fraction: number) => void
}): Promise<(Float32Array | undefined)[]> {
  const { workspace, pictures, settings, threads, onProgress } = options
  const { lens, greys } = pictures
  const newMaps = () => greys.map(() => new Float32Array(new SharedArrayBuffer(lens.width * lens.height * 4)))
  const ranked = rankNeighbours(workspace)
  const poses = workspace.images.map((image) => image.pose)
  const jobs = workspace.images.flatMap((image, view): DepthJob[] => {
    const neighbours = ranked[view]!.slice(0, settings.sweepNeighbours)
    const range = depthRange(image, workspace.points)
    return neighbours.length < 2 || !range ? [] : [{ view, neighbours, ...range }]
  })
  const raw = newMaps()
  const depthShared: DepthShared = {
    lens,
    planes: settings.planes,
    neighbours: settings.sweepNeighbours,
    views: greys.map((grey, view) => ({ grey, pose: poses[view]! })),
    depths: raw,
  }
  await runOnThreads({
    script: new URL('./depth-worker.ts', import.meta.url),
    shared: depthShared,
    jobs,
    threads,
    onDone: (done) => onProgress((sweepShare * done) / jobs.length),
  })
  const filtered = newMaps()
  const filterShared: FilterShared = {
    lens,
    poses,
    confirmations: settings.confirmations,
    greys,
    raw,
    filtered,
  }
  const filterJobs = jobs.map(
    ({ view }): FilterJob => ({
      view,
      neighbours: ranked[view]!.slice(0, settings.checkNeighbours),
    }),
  )
  await runOnThreads({
    script: new URL('./filter-worker.ts', import.meta.url),
    shared: filterShared,
    jobs: filterJobs,
    threads,
    onDone: (done) => onProgress(sweepShare + ((1 - sweepShare) * done) / jobs.length),
  })
  const known = new Set(jobs.map(({ view }) => view))
  return filtered.map((map, view) => (known.has(view) ? map : undefined))
}
