import type { Workspace } from '../colmap/workspace.ts'
import type { ModelSettings } from '../model-settings.ts'
import { runOnThreads } from '../run-on-threads.ts'
import type { Matching } from './choose-matching.ts'
import type { Tolerance } from './confirm-depths.ts'
import { depthRange } from './depth-range.ts'
import type { DepthJob, DepthShared } from './depth-worker.ts'
import type { FilterJob, FilterShared } from './filter-worker.ts'
import type { Pictures } from './load-pictures.ts'
import { rankNeighbours } from './rank-neighbours.ts'
import type { SlantedJob, SlantedShared } from './slanted-worker.ts'

/** About how much of the time goes into matching rather than the check, and into the first of the two slanted passes. */
const matchingShare = 0.9
const firstPassShare = 0.45
const tolerances: Record<Matching, Tolerance> = {
  swept: { depth: 0.012, pixels: 1.2, slanted: false },
  slanted: { depth: 0.05, pixels: 1.6, slanted: true },
}
/** Slanted windows find the ground before the camera's feet, which is nearer than the points that the cameras were found by. */
const nearerShare = 0.5

type Maps = Float32Array<SharedArrayBuffer>[]
type Request = {
  workspace: Workspace
  pictures: Pictures
  settings: ModelSettings
  threads: number
  onProgress: (fraction: number) => void
}

/**
 * Depth maps f32[height][width] of the views that have at least two neighbours, 0 where nothing is certain; undefined
 * for the others.
 */
export async function computeDepthMaps(
  request: Request & { matching: Matching },
): Promise<(Float32Array | undefined)[]> {
  const { workspace, matching, pictures, settings, threads, onProgress } = request
  const { lens, greys } = pictures
  const ranked = rankNeighbours(workspace)
  const perView = matching === 'swept' ? settings.sweepNeighbours : settings.slantedNeighbours
  const jobs = workspace.images.flatMap((image, view): DepthJob[] => {
    const neighbours = ranked[view]!.slice(0, perView)
    const range = depthRange(image, workspace.points)
    return neighbours.length < 2 || !range ? [] : [{ view, neighbours, ...range }]
  })
  const raw = await (matching === 'swept' ? sweepDepths : matchSlanted)(request, jobs)
  const filtered = newMaps(pictures)
  const filterShared: FilterShared = {
    lens,
    poses: workspace.images.map((image) => image.pose),
    confirmations: settings.confirmations,
    tolerance: tolerances[matching],
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
    onDone: (done) => onProgress(matchingShare + ((1 - matchingShare) * done) / jobs.length),
  })
  const known = new Set(jobs.map(({ view }) => view))
  return filtered.map((map, view) => (known.has(view) ? map : undefined))
}

async function sweepDepths(request: Request, jobs: readonly DepthJob[]): Promise<Maps> {
  const { workspace, pictures, settings, threads, onProgress } = request
  const depths = newMaps(pictures)
  const shared: DepthShared = {
    lens: pictures.lens,
    planes: settings.planes,
    neighbours: settings.sweepNeighbours,
    views: greyViews(workspace, pictures),
    depths,
  }
  await runOnThreads({
    script: new URL('./depth-worker.ts', import.meta.url),
    shared,
    jobs,
    threads,
    onDone: (done) => onProgress((matchingShare * done) / jobs.length),
  })
  return depths
}

/** The second pass reads only what the first one wrote, so the result does not depend on the order of the jobs. */
async function matchSlanted(request: Request, given: readonly DepthJob[]): Promise<Maps> {
  const { workspace, pictures, settings, threads, onProgress } = request
  const depths = newMaps(pictures)
  const shared: SlantedShared = {
    lens: pictures.lens,
    neighbours: settings.slantedNeighbours,
    views: greyViews(workspace, pictures),
    planes: newMaps(pictures, 4),
    first: newMaps(pictures),
    depths,
  }
  for (const agrees of [false, true])
    await runOnThreads({
      script: new URL('./slanted-worker.ts', import.meta.url),
      shared,
      jobs: given.map((job): SlantedJob => ({ ...job, near: job.near * nearerShare, agrees })),
      threads,
      onDone: (done) =>
        onProgress((agrees ? firstPassShare : 0) + ((matchingShare - firstPassShare) * done) / given.length),
    })
  return depths
}

function greyViews({ images }: Workspace, { greys }: Pictures): DepthShared['views'] {
  return greys.map((grey, view) => ({ grey, pose: images[view]!.pose }))
}

/** One map of zeros for each view, in memory that threads share. */
function newMaps({ lens, greys }: Pictures, values = 1): Maps {
  return greys.map(() => new Float32Array(new SharedArrayBuffer(lens.width * lens.height * values * 4)))
}
