import { createRandom } from '../../../bench/spatial/random.ts'
import type { Vector } from '../../geometry.ts'
import type { Stand } from '../ground-truth.ts'
import { castRay, type Hit } from './cast.ts'
import { boxes, roomHeight, shell } from './scene.ts'

/** Standard deviation of the noise of the sensor, grey values. */
const noise = 2
/** Rays for each pixel, at these offsets. */
const offsets = [
  [-0.25, 0.1],
  [0.25, -0.1],
] as const
const lamp: Vector = [0.4, roomHeight - 0.2, 0.3]

/**
 * A picture of the room, u8[height][width][3]: patterned things, plain walls with the soft light of one lamp, and noise.
 *
 * @param focal pixels
 */
export function renderRoom(options: {
  stand: Stand
  width: number
  height: number
  focal: number
  seed: number
}): Uint8Array {
  const { stand, width, height, focal, seed } = options
  const random = createRandom(seed)
  const texels = new Uint8Array(width * height * 3)
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8] = stand.axes
  const hit: Hit = { box: 0, axis: 0, high: false, distance: 0 }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let [red, green, blue] = [0, 0, 0]
      for (const [dx, dy] of offsets) {
        const [u, v] = [(x + 0.5 + dx - width / 2) / focal, -(y + 0.5 + dy - height / 2) / focal]
        const along: Vector = [m0 * u + m1 * v - m2, m3 * u + m4 * v - m5, m6 * u + m7 * v - m8]
        const [r, g, b] = colourAt(stand.centre, along, castRay(stand.centre, along, hit))
        red += r
        green += g
        blue += b
      }
      const at = 3 * (y * width + x)
      const grain = noise * random.gauss()
      texels[at] = level(red / offsets.length, grain)
      texels[at + 1] = level(green / offsets.length, grain)
      texels[at + 2] = level(blue / offsets.length, grain)
    }
  return texels
}

function colourAt(from: Vector, along: Vector, { box, axis, high, distance }: Hit): Vector {
  const point = [0, 1, 2].map((k) => from[k]! + along[k]! * distance) as unknown as Vector
  const { colour, pattern, patch } = boxes[box] ?? {
    colour: shell[2 * axis + (high ? 1 : 0)]!.colour,
    pattern: 0,
    patch: 1,
  }
  const away = [0, 1, 2].map((k) => lamp[k]! - point[k]!)
  const squared = away.reduce((sum, part) => sum + part * part, 0)
  const facing = Math.abs(away[axis]!) / Math.sqrt(squared)
  const light = 0.55 + (0.4 * facing) / (1 + 0.12 * squared)
  const [u, v] = [point[(axis + 1) % 3]! / patch, point[(axis + 2) % 3]! / patch]
  const shade = pattern === 0 ? 1 : 1 + pattern * (patches(u, v, 31 * box + axis) - 0.5)
  return [colour[0] * light * shade, colour[1] * light * shade, colour[2] * light * (2 - shade)]
}

/** Random patches of two sizes, from 0 to 1, blended at their borders so that they do not flicker from afar. */
function patches(u: number, v: number, seed: number): number {
  return 0.6 * blended(u, v, seed) + 0.4 * blended(2.7 * u, 2.7 * v, seed + 7)
}

function blended(u: number, v: number, seed: number): number {
  const [column, row] = [Math.floor(u), Math.floor(v)]
  const [x, y] = [ease(u - column), ease(v - row)]
  const above = hash(column, row, seed) * (1 - x) + hash(column + 1, row, seed) * x
  const below = hash(column, row + 1, seed) * (1 - x) + hash(column + 1, row + 1, seed) * x
  return above * (1 - y) + below * y
}

/** Steep in the middle: patches with borders rather than clouds. */
function ease(share: number): number {
  const steep = Math.max(0, Math.min(1, 2 * share - 0.5))
  return steep * steep * (3 - 2 * steep)
}

function hash(column: number, row: number, seed: number): number {
  let bits = Math.imul(column, 73856093) ^ Math.imul(row, 19349663) ^ Math.imul(seed + 1, 83492791)
  bits = Math.imul(bits ^ (bits >>> 13), 0x5bd1e995)
  return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32
}

function level(share: number, grain: number): number {
  return Math.max(0, Math.min(255, Math.round(255 * share ** (1 / 1.4) + grain)))
}
