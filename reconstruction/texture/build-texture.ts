import type { Pictures } from '../depth/load-pictures.ts'
import type { Lens, Pose } from '../geometry.ts'
import type { ModelSettings } from '../model-settings.ts'
import type { Mesh } from '../surface/mesh.ts'
import { chooseViews } from './choose-views.ts'
import { colourUnseen, swatchSize } from './colour-unseen.ts'
import { cutCharts } from './cut-charts.ts'
import { fillGaps } from './fill-gaps.ts'
import { layOutVertices } from './lay-out-vertices.ts'
import { levelExposure } from './level-exposure.ts'
import { levelSeams } from './level-seams.ts'
import { packRectangles } from './pack-rectangles.ts'
import { type Canvas, paintCharts, paintSwatches } from './paint-charts.ts'
import { rejectStrangers } from './reject-strangers.ts'
import { scoreViews } from './view-scores.ts'

/** A mesh with one vertex for each chart that a corner is in: uvs f32[vertices][2], (0, 0) the upper left; texels u8[size][size][3]. */
export type TexturedMesh = Mesh & {
  readonly uvs: Float32Array
  readonly texels: Uint8Array
  readonly size: number
  readonly charts: number
}

/** @param paths the full pictures, of the size of `lens`, in the order of `poses` */
export async function buildTexture(options: {
  mesh: Mesh
  pictures: Pictures
  poses: readonly Pose[]
  lens: Lens
  paths: readonly string[]
  settings: ModelSettings
  threads: number
  onProgress: (fraction: number) => void
}): Promise<TexturedMesh> {
  const { mesh, pictures, poses, lens, paths, settings, threads, onProgress } = options
  const viewScores = await scoreViews({
    mesh,
    pictures,
    poses,
    threads,
    onProgress: (fraction) => onProgress(0.3 * fraction),
  })
  const gains = levelExposure(viewScores)
  rejectStrangers(viewScores, gains)
  const chosen = chooseViews(mesh, viewScores)
  onProgress(0.5)
  const charts = cutCharts(mesh, chosen, poses, lens)
  const swatches = colourUnseen(mesh, chosen, viewScores, gains)
  const squares = swatches.map(() => ({ width: swatchSize, height: swatchSize }))
  const packing = packRectangles([...charts, ...squares], settings.maxTextureSize)
  const { size } = packing
  const canvas: Canvas = {
    size,
    texels: new Uint8Array(size * size * 3),
    covered: new Uint8Array(size * size),
  }
  await paintCharts({
    canvas,
    mesh,
    charts,
    packing,
    lens,
    paths,
    gains,
    corrections: levelSeams({ mesh, charts, pictures, lens, gains }),
    onProgress: (fraction) => onProgress(0.5 + 0.4 * fraction),
  })
  paintSwatches(canvas, swatches, packing, charts.length)
  fillGaps(canvas.texels, canvas.covered, size)
  onProgress(1)
  const laidOut = layOutVertices(mesh, charts, swatches, packing)
  return { ...laidOut, texels: canvas.texels, size, charts: charts.length }
}
