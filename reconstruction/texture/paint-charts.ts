import sharp from 'sharp'
import type { Lens } from '../geometry.ts'
import type { Mesh } from '../surface/mesh.ts'
import { type Swatch, swatchSize } from './colour-unseen.ts'
import type { Chart } from './cut-charts.ts'
import type { Corrections } from './level-seams.ts'
import type { Packing } from './pack-rectangles.ts'

/** Texels painted beyond the edges of a triangle: bilinear filtering reads half a texel beyond them. */
const margin = 1

/** A texture that is being painted: `texels` u8[size][size][3], `covered` u8[size][size]. */
export type Canvas = { readonly size: number; readonly texels: Uint8Array; readonly covered: Uint8Array }

/**
 * Paints the triangles of all charts from their pictures.
 *
 * @param gains f64[views][3], the factor for each view's red, green and blue
 * @param corrections of each chart
 */
export async function paintCharts(options: {
  canvas: Canvas
  mesh: Mesh
  charts: readonly Chart[]
  packing: Packing
  lens: Lens
  paths: readonly string[]
  gains: Float64Array
  corrections: Corrections
  onProgress: (fraction: number) => void
}): Promise<void> {
  const { canvas, mesh, charts, packing, lens, paths, gains, corrections, onProgress } = options
  const byView = Map.groupBy(charts.keys(), (k) => charts[k]!.view)
  let done = 0
  for (const [view, numbers] of byView) {
    const picture = await loadPicture(paths[view]!, lens, packing.scale)
    const shades = [0, 1, 2].map((channel) => shadeTable(gains[3 * view + channel]!))
    for (const k of numbers)
      paintChart({
        canvas,
        mesh,
        picture,
        shades,
        chart: charts[k]!,
        place: placeOf(packing, charts[k]!, k),
        corrections: corrections[k]!,
      })
    onProgress(++done / byView.size)
  }
}

/** Fills the squares of the swatches, which the packing holds after the charts. */
export function paintSwatches(
  { size, texels, covered }: Canvas,
  swatches: readonly Swatch[],
  { corners, scale }: Packing,
  charts: number,
): void {
  const side = Math.ceil(swatchSize * scale)
  swatches.forEach(({ colour }, k) => {
    const [left, top] = [corners[2 * (charts + k)]!, corners[2 * (charts + k) + 1]!]
    for (let y = top; y < top + side; y++)
      for (let x = left; x < left + side; x++) {
        texels.set(colour, 3 * (y * size + x))
        covered[y * size + x] = 1
      }
  })
}

/** A picture at the scale it is painted in: pixel (x, y) of the full size lies at (x + 0.5) * scaleX - 0.5 and so on. */
type Picture = {
  data: Uint8Array
  width: number
  height: number
  scaleX: number
  scaleY: number
}

async function loadPicture(path: string, lens: Lens, scale: number): Promise<Picture> {
  const width = Math.max(2, Math.round(lens.width * scale))
  const height = Math.max(2, Math.round(lens.height * scale))
  const data = await sharp(path)
    .removeAlpha()
    .toColourspace('srgb')
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer()
  return { data, width, height, scaleX: width / lens.width, scaleY: height / lens.height }
}

/** Takes a place in a chart's picture to texels: texel n reaches from n to n + 1. */
export type Placement = (x: number, y: number) => [number, number]

export function placeOf({ scale, corners }: Packing, { left, top }: Chart, number: number): Placement {
  const [x0, y0] = [corners[2 * number]!, corners[2 * number + 1]!]
  return (x, y) => [(x - left) * scale + x0, (y - top) * scale + y0]
}

function shadeTable(gain: number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, value) => Math.min(255, Math.round(value * gain)))
}

function paintChart({
  canvas: { size, texels, covered },
  mesh: { indices },
  chart,
  place,
  picture,
  shades,
  corrections,
}: {
  canvas: Canvas
  mesh: Mesh
  chart: Chart
  place: Placement
  picture: Picture
  shades: readonly Uint8Array[]
  corrections: Float32Array
}): void {
  // A texel's place in the picture: the inverse of `place`, in pixels of the scaled picture.
  const [x0, y0] = place(chart.left, chart.top)
  const offsetX = (chart.left + 0.5) * picture.scaleX - 0.5 - x0 + 0.5
  const offsetY = (chart.top + 0.5) * picture.scaleY - 0.5 - y0 + 0.5
  const numbers = new Map(chart.places.keys().map((vertex, number) => [vertex, number]))
  const correction = new Float32Array(3)
  for (const triangle of chart.triangles) {
    const vertices = [0, 1, 2].map((corner) => indices[3 * triangle + corner]!)
    const corners = vertices.map((vertex) => place(...chart.places.get(vertex)!)) as Corners
    const correct = interpolate(
      corners,
      vertices.map((vertex) => 3 * numbers.get(vertex)!),
      corrections,
      correction,
    )
    eachTexel(size, ...corners, (x, y) => {
      const at = y * size + x
      if (covered[at]) return
      covered[at] = 1
      correct(x + 0.5, y + 0.5)
      sample(picture, x + offsetX, y + offsetY, texels, 3 * at, shades, correction)
    })
  }
}

type Corners = [[number, number], [number, number], [number, number]]

/**
 * Writes to `out` the interpolation of `values` f32[][3], at the three offsets, between the corners of a triangle. Beyond its edges the
 * values of the corners are not exceeded.
 */
function interpolate(
  [[ax, ay], [bx, by], [cx, cy]]: Corners,
  offsets: readonly number[],
  values: Float32Array,
  out: Float32Array,
): (x: number, y: number) => void {
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
  const [a, b, c] = offsets as [number, number, number]
  return (x, y) => {
    const second = area === 0 ? 0 : ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
    const third = area === 0 ? 0 : ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
    for (let channel = 0; channel < 3; channel++) {
      const [p, q, r] = [values[a + channel]!, values[b + channel]!, values[c + channel]!]
      const value = p + second * (q - p) + third * (r - p)
      out[channel] = Math.max(Math.min(p, q, r), Math.min(Math.max(p, q, r), value))
    }
  }
}

/** Calls back for each texel whose middle lies in the triangle or within `margin` of it. */
function eachTexel(
  size: number,
  [ax, ay]: [number, number],
  [bx, by]: [number, number],
  [cx, cy]: [number, number],
  paint: (x: number, y: number) => void,
): void {
  const turn = Math.sign((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) || 1
  const left = Math.max(0, Math.floor(Math.min(ax, bx, cx) - margin))
  const right = Math.min(size - 1, Math.ceil(Math.max(ax, bx, cx) + margin))
  const top = Math.max(0, Math.floor(Math.min(ay, by, cy) - margin))
  const bottom = Math.min(size - 1, Math.ceil(Math.max(ay, by, cy) + margin))
  const within = (px: number, py: number, fromX: number, fromY: number, toX: number, toY: number) => {
    const length = Math.hypot(toX - fromX, toY - fromY)
    return turn * ((toX - fromX) * (py - fromY) - (toY - fromY) * (px - fromX)) >= -margin * length
  }
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const [px, py] = [x + 0.5, y + 0.5]
      if (within(px, py, ax, ay, bx, by) && within(px, py, bx, by, cx, cy) && within(px, py, cx, cy, ax, ay))
        paint(x, y)
    }
}

/** Writes the colour at a position between pixels, bilinearly; beyond the border, the colour of the border. */
function sample(
  { data, width, height }: Picture,
  x: number,
  y: number,
  texels: Uint8Array,
  to: number,
  shades: readonly Uint8Array[],
  correction: Float32Array,
): void {
  const column = Math.max(0, Math.min(width - 2, Math.floor(x)))
  const row = Math.max(0, Math.min(height - 2, Math.floor(y)))
  const shareX = Math.max(0, Math.min(1, x - column))
  const shareY = Math.max(0, Math.min(1, y - row))
  const upper = 3 * (row * width + column)
  const lower = upper + 3 * width
  for (let channel = 0; channel < 3; channel++) {
    const above = data[upper + channel]! * (1 - shareX) + data[upper + 3 + channel]! * shareX
    const below = data[lower + channel]! * (1 - shareX) + data[lower + 3 + channel]! * shareX
    const shade = shades[channel]![Math.round(above * (1 - shareY) + below * shareY)]!
    texels[to + channel] = Math.max(0, Math.min(255, Math.round(shade + correction[channel]!)))
  }
}
