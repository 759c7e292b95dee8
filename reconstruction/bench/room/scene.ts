import type { Vector } from '../../geometry.ts'

/** Metres, y up. The room reaches from -half to half, its floor lies at y = 0. */
export const roomHalf = { x: 2.5, z: 2 }
export const roomHeight = 2.6

/** Red, green and blue as shares of the light that is reflected. */
type Colour = Vector

/** An axis-aligned box. The room itself is a box seen from inside. */
export type Box = {
  readonly name: string
  readonly low: Vector
  readonly high: Vector
  readonly colour: Colour
  /** How strongly its pattern changes the colour; 0: a uniform colour. */
  readonly pattern: number
  /** Size of the pattern's patches, metres. */
  readonly patch: number
}

/** The plain surfaces of the room by the axis they face and the side: x low, x high, y low and so on. */
export const shell: readonly { name: string; colour: Colour }[] = [
  { name: 'wall', colour: [0.82, 0.8, 0.74] },
  { name: 'wall', colour: [0.8, 0.81, 0.78] },
  { name: 'floor', colour: [0.5, 0.46, 0.42] },
  { name: 'ceiling', colour: [0.9, 0.9, 0.89] },
  { name: 'wall', colour: [0.76, 0.8, 0.82] },
  { name: 'wall', colour: [0.82, 0.8, 0.74] },
]

const box = (name: string, low: Vector, high: Vector, colour: Colour, pattern = 0.5, patch = 0.05): Box => ({
  name,
  low,
  high,
  colour,
  pattern,
  patch,
})
const { x: wide, z: deep } = roomHalf

/**
 * Furniture, pictures on the walls and two door frames: what a lens finds points on. Everything else is plain. It stands at the
 * walls and in the middle, so that a person can walk around between.
 */
export const boxes: readonly Box[] = [
  box('rug', [-0.9, 0, -0.6], [0.9, 0.012, 0.6], [0.6, 0.3, 0.25], 0.6, 0.06),
  box('table', [-0.5, 0.42, -0.3], [0.5, 0.46, 0.3], [0.55, 0.38, 0.22], 0.45, 0.03),
  box('table', [-0.47, 0, -0.27], [-0.41, 0.42, -0.21], [0.4, 0.28, 0.18]),
  box('table', [0.41, 0, -0.27], [0.47, 0.42, -0.21], [0.4, 0.28, 0.18]),
  box('table', [-0.47, 0, 0.21], [-0.41, 0.42, 0.27], [0.4, 0.28, 0.18]),
  box('table', [0.41, 0, 0.21], [0.47, 0.42, 0.27], [0.4, 0.28, 0.18]),
  box('books', [-0.2, 0.46, -0.12], [0.1, 0.56, 0.12], [0.5, 0.5, 0.6], 0.7, 0.025),
  box('shelf', [-wide, 0, -1.2], [-wide + 0.3, 1.7, -0.2], [0.55, 0.45, 0.4], 0.7, 0.05),
  box('picture', [-wide, 1.2, 0.5], [-wide + 0.03, 1.8, 1.3], [0.5, 0.55, 0.6], 0.8, 0.04),
  box('sofa', [-1.1, 0, deep - 0.5], [0.9, 0.42, deep], [0.35, 0.45, 0.5], 0.45, 0.05),
  box('sofa', [-1.1, 0.42, deep - 0.2], [0.9, 0.8, deep], [0.35, 0.45, 0.5], 0.45, 0.05),
  box('picture', [-0.5, 1.3, deep - 0.03], [0.3, 1.9, deep], [0.6, 0.5, 0.4], 0.8, 0.05),
  box('picture', [1.4, 1.1, deep - 0.03], [1.9, 1.7, deep], [0.45, 0.6, 0.5], 0.8, 0.04),
  box('chest', [wide - 0.4, 0, 0.1], [wide, 0.8, 1.2], [0.6, 0.5, 0.35], 0.55, 0.05),
  box('picture', [wide - 0.03, 1.3, -1.1], [wide, 1.9, -0.5], [0.6, 0.55, 0.3], 0.8, 0.05),
  box('picture', [wide - 0.03, 1.2, 0.4], [wide, 1.7, 1], [0.4, 0.45, 0.65], 0.8, 0.04),
  box('door frame', [-1.6, 0, -deep], [-1.52, 2.05, -deep + 0.04], [0.45, 0.35, 0.25], 0.4, 0.03),
  box('door frame', [-0.68, 0, -deep], [-0.6, 2.05, -deep + 0.04], [0.45, 0.35, 0.25], 0.4, 0.03),
  box('door frame', [-1.6, 2.05, -deep], [-0.6, 2.13, -deep + 0.04], [0.45, 0.35, 0.25], 0.4, 0.03),
  box('picture', [0.2, 1.2, -deep], [1.1, 1.8, -deep + 0.03], [0.55, 0.45, 0.55], 0.8, 0.05),
  box('bench', [0.1, 0, -deep], [1.5, 0.4, -deep + 0.35], [0.5, 0.42, 0.34], 0.5, 0.04),
  box('skirting', [-wide, 0, -deep], [-wide + 0.012, 0.08, deep], [0.42, 0.36, 0.3], 0, 1),
  box('skirting', [wide - 0.012, 0, -deep], [wide, 0.08, deep], [0.42, 0.36, 0.3], 0, 1),
  box('skirting', [-wide, 0, -deep], [wide, 0.08, -deep + 0.012], [0.42, 0.36, 0.3], 0, 1),
  box('skirting', [-wide, 0, deep - 0.012], [wide, 0.08, deep], [0.42, 0.36, 0.3], 0, 1),
]
