import type { Matching } from '../depth/choose-matching.ts'
import { FilmRefused } from '../film-refused.ts'
import type { Lens } from '../geometry.ts'
import type { ModelSettings } from '../model-settings.ts'
import { completeDepths } from '../planes/complete-depths.ts'
import { chooseVoxel } from './choose-voxel.ts'
import type { DepthView } from './depth-view.ts'
import { fillHoles } from './fill-holes.ts'
import { fuseDepths } from './fuse-depths.ts'
import { hasEnoughDepths } from './has-enough-depths.ts'
import type { Mesh } from './mesh.ts'
import { removeSeenThrough } from './remove-seen-through.ts'
import { removeSmallParts } from './remove-small-parts.ts'
import { simplify } from './simplify.ts'
import { smooth } from './smooth.ts'
import { surfaceNets } from './surface-nets.ts'
import { trimBorders } from './trim-borders.ts'

/** Connected parts of less than this share of the triangles are dropped. */
const leastPart = 0.004
/** The same for what trimming the borders cuts off from the rest, which is seldom wrong. */
const leastCutOff = 0.001
/** A hole surrounded by more edges, each about a voxel long, stays open. */
const longestBorder = 160
const smoothingRounds = 2
/** How exact the depths are, as a share: less where the camera moves towards what it shows. */
const seenThroughTolerance: Record<Matching, number> = { swept: 0.02, slanted: 0.05 }

/**
 * Builds one surface from all depth maps.
 *
 * @returns the mesh, and the edge length of a voxel in world units
 * @throws FilmRefused when the views agree on too few depths, or the depths form no surface
 */
export async function buildSurface(options: {
  views: readonly (DepthView & { readonly grey: Uint8Array })[]
  lens: Lens
  matching: Matching
  settings: ModelSettings
  threads: number
  onProgress: (fraction: number) => void
}): Promise<{ mesh: Mesh; voxel: number }> {
  const { views, lens, matching, settings, threads, onProgress } = options
  const voxel = chooseVoxel(views, lens, settings.voxelPixels)
  if (voxel === undefined || !hasEnoughDepths(views)) throw new FilmRefused({ code: 'no_surface' })
  const completed = completeDepths(views, lens, voxel)
  const volume = await fuseDepths({
    views: [...views.map(({ pose, depths }) => ({ pose, depths })), ...completed],
    lens,
    voxel,
    isSloped: matching === 'slanted',
    threads,
    onProgress: (fraction) => onProgress(fraction * 0.4),
  })
  const raw = surfaceNets(volume)
  onProgress(0.6)
  const solid = removeSmallParts(
    removeSeenThrough(raw, views, lens, seenThroughTolerance[matching]),
    leastPart,
  )
  // Trimming cuts off what hung on by a corner.
  const clean = removeSmallParts(trimBorders(fillHoles(solid, longestBorder)), leastCutOff)
  smooth(clean, smoothingRounds)
  onProgress(0.8)
  const mesh = await simplify(clean, settings.maxTriangles)
  if (mesh.indices.length === 0) throw new FilmRefused({ code: 'no_surface' })
  onProgress(1)
  return { mesh, voxel }
}
