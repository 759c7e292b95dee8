import type { Lens, Pose } from '../geometry.ts'
import type { Mesh } from '../surface/mesh.ts'
import { drawDepths, empty, projectVertices } from './depth-buffer.ts'

/** Triangles this close to the border of the picture are not used. */
const borderPixels = 4
/** A corner is hidden when everything around it is nearer by more than this factor. */
const hiddenBeyond = 1.015
/** Within so many pixels of a step in depth of this ratio the picture may show the wrong side of an outline. */
const outlinePixels = 2
const outlineRatio = 1.1
/** Factor for the score of a view near an outline. */
const outlineWorth = 0.05

/**
 * Scores how well one view shows each triangle.
 *
 * @param colour u8[height][width][3]
 * @param scores f32[triangles], written: area in pixels, less near outlines, 0 where the triangle is not wholly seen
 * @param samples u8[triangles][3], written where the score is not 0: the colour at the triangle's middle
 */
export function scoreView(options: {
  mesh: Mesh
  pose: Pose
  lens: Lens
  colour: Uint8Array
  scores: Float32Array
  samples: Uint8Array
}): void {
  const { mesh, pose, lens, colour, scores, samples } = options
  const { width, height } = lens
  const { indices } = mesh
  const projected = projectVertices(mesh.positions, pose, lens)
  const depths = drawDepths(projected, indices, lens)
  const outlines = findOutlines(depths, lens)
  const shown = (vertex: number) => {
    const x = projected[3 * vertex]!
    const y = projected[3 * vertex + 1]!
    const inside =
      x >= borderPixels &&
      y >= borderPixels &&
      x <= width - 1 - borderPixels &&
      y <= height - 1 - borderPixels
    if (!inside || projected[3 * vertex + 2]! <= 0) return false
    const centre = Math.round(y) * width + Math.round(x)
    let farthest = 0
    for (let dy = -width; dy <= width; dy += width)
      for (let at = centre + dy - 1; at <= centre + dy + 1; at++)
        if (depths[at]! !== empty && depths[at]! > farthest) farthest = depths[at]!
    return projected[3 * vertex + 2]! <= farthest * hiddenBeyond
  }
  const vertexShown = Uint8Array.from({ length: projected.length / 3 }, (_, vertex) =>
    shown(vertex) ? 1 : 0,
  )
  for (let triangle = 0; triangle < scores.length; triangle++) {
    const [a, b, c] = [indices[3 * triangle]!, indices[3 * triangle + 1]!, indices[3 * triangle + 2]!]
    scores[triangle] = 0
    if (!vertexShown[a] || !vertexShown[b] || !vertexShown[c]) continue
    const [ax, ay] = [projected[3 * a]!, projected[3 * a + 1]!]
    const [bx, by] = [projected[3 * b]!, projected[3 * b + 1]!]
    const [cx, cy] = [projected[3 * c]!, projected[3 * c + 1]!]
    // Rows run down, so that a triangle facing the camera turns the other way round.
    const area = ((cx - ax) * (by - ay) - (bx - ax) * (cy - ay)) / 2
    if (area <= 0) continue
    const middle = Math.round((ay + by + cy) / 3) * width + Math.round((ax + bx + cx) / 3)
    scores[triangle] = area * (outlines[middle] ? outlineWorth : 1)
    samples.set(colour.subarray(3 * middle, 3 * middle + 3), 3 * triangle)
  }
}

/** 1 at the pixels within `outlinePixels` of a step in depth, or of nothing. u8[height][width]. */
function findOutlines(depths: Float32Array, { width, height }: Lens): Uint8Array {
  const outlines = new Uint8Array(depths.length)
  const mark = (at: number) => {
    const x = at % width
    const y = Math.floor(at / width)
    const right = Math.min(width - 1, x + outlinePixels)
    const bottom = Math.min(height - 1, y + outlinePixels)
    for (let row = Math.max(0, y - outlinePixels); row <= bottom; row++)
      outlines.fill(1, row * width + Math.max(0, x - outlinePixels), row * width + right + 1)
  }
  const compare = (a: number, b: number) => {
    const [near, far] = depths[a]! < depths[b]! ? [depths[a]!, depths[b]!] : [depths[b]!, depths[a]!]
    if (near !== empty && far > near * outlineRatio) {
      mark(a)
      mark(b)
    }
  }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      if (x + 1 < width) compare(at, at + 1)
      if (y + 1 < height) compare(at, at + width)
    }
  return outlines
}
