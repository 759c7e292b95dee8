import { type Mesh, trianglesAcross } from '../surface/mesh.ts'
import type { ViewScores } from './view-scores.ts'

/** Side of the square that a swatch gets in the texture at full scale, texels. */
export const swatchSize = 4
/** Colours are rounded to this step, so that few different ones are needed. */
const step = 8

/** Triangles that no view shows, and the one colour they get. */
export type Swatch = {
  readonly colour: readonly [number, number, number]
  readonly triangles: readonly number[]
}

/**
 * Gives the triangles without a view the colour of their neighbours, from the border inwards. They are mostly gaps of one or two triangles
 * that would look like holes. Triangles without a connection to a coloured one are omitted.
 *
 * @param chosen the view of each triangle, -1 for none
 * @param gains f64[views][3]
 */
export function colourUnseen(
  mesh: Mesh,
  chosen: Int16Array,
  { triangles, samples }: ViewScores,
  gains: Float64Array,
): Swatch[] {
  const across = trianglesAcross(mesh)
  const colours = new Float32Array(3 * triangles)
  const coloured = new Uint8Array(triangles)
  for (let triangle = 0; triangle < triangles; triangle++) {
    const view = chosen[triangle]!
    if (view === -1) continue
    coloured[triangle] = 1
    for (let channel = 0; channel < 3; channel++)
      colours[3 * triangle + channel] =
        samples[3 * (view * triangles + triangle) + channel]! * gains[3 * view + channel]!
  }
  const swatches = new Map<number, number[]>()
  let rim = [...coloured.keys()].filter((triangle) => !coloured[triangle])
  while (rim.length > 0) {
    const reached = rim.filter((triangle) => takeMean(triangle, across, coloured, colours))
    if (reached.length === 0) break
    for (const triangle of reached) {
      coloured[triangle] = 1
      const key = [0, 1, 2].reduce((sum, channel) => sum * 256 + rounded(colours[3 * triangle + channel]!), 0)
      const same = swatches.get(key)
      if (same) same.push(triangle)
      else swatches.set(key, [triangle])
    }
    rim = rim.filter((triangle) => !coloured[triangle])
  }
  return [...swatches].map(([key, members]) => ({
    colour: [key >> 16, (key >> 8) & 255, key & 255],
    triangles: members,
  }))
}

/** Sets a triangle's colour to the mean of its coloured neighbours. @returns false without such a neighbour */
function takeMean(
  triangle: number,
  across: Int32Array,
  coloured: Uint8Array,
  colours: Float32Array,
): boolean {
  const around = [...across.subarray(3 * triangle, 3 * triangle + 3)].filter(
    (other) => other !== -1 && coloured[other],
  )
  for (let channel = 0; channel < 3; channel++)
    colours[3 * triangle + channel] =
      around.reduce((sum, other) => sum + colours[3 * other + channel]!, 0) / (around.length || 1)
  return around.length > 0
}

function rounded(value: number): number {
  return Math.min(255, Math.round(value / step) * step)
}
