import type { Pictures } from '../depth/load-pictures.ts'
import type { ModelSettings } from '../model-settings.ts'
import type { Mesh } from '../surface/mesh.ts'
import type { Lens, Pose } from '../workspace/geometry.ts'
import { chooseViews } from './choose-views.ts'
import { type Chart, cutCharts } from './cut-charts.ts'
import { fillGaps } from './fill-gaps.ts'
import { levelExposure } from './level-exposure.ts'
import { type Packing, packRectangles } from './pack-rectangles.ts'
import { type Canvas, paintCharts, placeOf } from './paint-charts.ts'
import { rejectStrangers } from './reject-strangers.ts'
import { scoreViews } from './view-scores.ts'

/** A mesh with a vertex for each chart it is in: uvs f32[vertices][2], (0, 0) the upper left; texels u8[size][size][3]. */
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
  const packing = packRectangles(charts, settings.maxTextureSize)
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
    onProgress: (fraction) => onProgress(0.5 + 0.4 * fraction),
  })
  fillGaps(canvas.texels, canvas.covered, size)
  onProgress(1)
  return { ...layOutVertices(mesh, charts, packing), texels: canvas.texels, size, charts: charts.length }
}

function layOutVertices(
  mesh: Mesh,
  charts: readonly Chart[],
  packing: Packing,
): Mesh & { uvs: Float32Array } {
  const vertices = charts.reduce((sum, chart) => sum + chart.places.size, 0)
  const corners = charts.reduce((sum, chart) => sum + 3 * chart.triangles.length, 0)
  const positions = new Float32Array(3 * vertices)
  const uvs = new Float32Array(2 * vertices)
  const indices = new Uint32Array(corners)
  let vertexCount = 0
  let indexCount = 0
  charts.forEach((chart, number) => {
    const place = placeOf(packing, chart, number)
    const numbers = new Map<number, number>()
    for (const [vertex, [x, y]] of chart.places) {
      const [u, v] = place(x, y)
      uvs.set([u / packing.size, v / packing.size], 2 * vertexCount)
      positions.set(mesh.positions.subarray(3 * vertex, 3 * vertex + 3), 3 * vertexCount)
      numbers.set(vertex, vertexCount++)
    }
    for (const triangle of chart.triangles)
      for (const vertex of mesh.indices.subarray(3 * triangle, 3 * triangle + 3))
        indices[indexCount++] = numbers.get(vertex)!
  })
  return { positions, uvs, indices }
}
