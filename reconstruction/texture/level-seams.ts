import type { Pictures } from '../depth/load-pictures.ts'
import type { Lens } from '../geometry.ts'
import type { Mesh } from '../surface/mesh.ts'
import type { Chart } from './cut-charts.ts'

/** Weights, relative to 1 for a seam: `evenness` for equal corrections along an edge inside a chart, `stiffness` for small ones. */
const evenness = 0.4
const stiffness = 0.004
/** A colour difference of this size at a seam has half the weight, because one of the views may show another object there. */
const usualStep = 24
/** Largest correction, grey values. */
const mostCorrection = 40
const rounds = 60
/** Half the size of the square that a colour is averaged over, pixels. */
const radius = 1

/** Added to the colours of a chart at its vertices, in the order of `Chart.places`: f32[vertices][3]. */
export type Corrections = readonly Float32Array[]

/**
 * Corrections that bring the charts to the same colour where they meet, and vary smoothly between (Lempitsky and Ivanov 2007,
 * as in Waechter et al. 2014, section 3.3). Solved by conjugate gradients with a fixed number of rounds.
 *
 * @param lens of the full pictures
 * @param gains f64[views][3]
 */
export function levelSeams(options: {
  mesh: Mesh
  charts: readonly Chart[]
  pictures: Pictures
  lens: Lens
  gains: Float64Array
}): Corrections {
  const { mesh, charts, pictures, lens, gains } = options
  const starts = new Int32Array(charts.length + 1)
  charts.forEach(({ places }, k) => {
    starts[k + 1] = starts[k]! + places.size
  })
  const count = starts[charts.length]!
  const colours = new Float32Array(3 * count)
  /** For each vertex of the mesh the places it has in charts. */
  const shared = new Map<number, number[]>()
  const ties: Ties = { from: [], to: [], weights: [] }
  charts.forEach((chart, k) => {
    const numbers = new Map<number, number>()
    let at = starts[k]!
    for (const [vertex, [x, y]] of chart.places) {
      readColour(pictures, lens, chart.view, x, y, gains, colours, 3 * at)
      numbers.set(vertex, at)
      const others = shared.get(vertex)
      if (others) others.push(at)
      else shared.set(vertex, [at])
      at++
    }
    for (const triangle of chart.triangles)
      for (let edge = 0; edge < 3; edge++) {
        ties.from.push(numbers.get(mesh.indices[3 * triangle + edge]!)!)
        ties.to.push(numbers.get(mesh.indices[3 * triangle + ((edge + 1) % 3)]!)!)
        ties.weights.push(evenness / 2)
      }
  })
  const seams: Ties = { from: [], to: [], weights: [] }
  for (const places of shared.values())
    for (let a = 0; a < places.length; a++)
      for (let b = a + 1; b < places.length; b++) {
        const [one, other] = [3 * places[a]!, 3 * places[b]!]
        const step = Math.hypot(...[0, 1, 2].map((c) => colours[one + c]! - colours[other + c]!))
        seams.from.push(places[a]!)
        seams.to.push(places[b]!)
        seams.weights.push(1 / (1 + (step / usualStep) ** 2))
      }
  const solved = [0, 1, 2].map((channel) => solve(count, ties, seams, colours, channel))
  return charts.map((_, k) => {
    const corrections = new Float32Array(3 * (starts[k + 1]! - starts[k]!))
    for (let at = 0; at < corrections.length; at++)
      corrections[at] = Math.max(
        -mostCorrection,
        Math.min(mostCorrection, solved[at % 3]![starts[k]! + Math.floor(at / 3)]!),
      )
    return corrections
  })
}

/** Pairs of places, each with the weight of their difference. */
type Ties = { from: number[]; to: number[]; weights: number[] }

/** The mean of the pixels around a place of the full picture, with the view's exposure. */
function readColour(
  { lens: small, colours }: Pictures,
  lens: Lens,
  view: number,
  x: number,
  y: number,
  gains: Float64Array,
  out: Float32Array,
  to: number,
): void {
  const column = Math.round(((x + 0.5) * small.width) / lens.width - 0.5)
  const row = Math.round(((y + 0.5) * small.height) / lens.height - 0.5)
  let count = 0
  const sums: [number, number, number] = [0, 0, 0]
  for (let j = Math.max(0, row - radius); j <= Math.min(small.height - 1, row + radius); j++)
    for (let i = Math.max(0, column - radius); i <= Math.min(small.width - 1, column + radius); i++) {
      const at = 3 * (j * small.width + i)
      count++
      for (const channel of [0, 1, 2] as const) sums[channel] += colours[view]![at + channel]!
    }
  for (const channel of [0, 1, 2] as const)
    out[to + channel] = count === 0 ? 0 : (sums[channel] / count) * gains[3 * view + channel]!
}

/** The corrections of one channel. */
function solve(count: number, ties: Ties, seams: Ties, colours: Float32Array, channel: number): Float64Array {
  const solution = new Float64Array(count)
  const rest = new Float64Array(count)
  seams.from.forEach((a, k) => {
    const b = seams.to[k]!
    const pull = seams.weights[k]! * (colours[3 * b + channel]! - colours[3 * a + channel]!)
    rest[a]! += pull
    rest[b]! -= pull
  })
  const product = new Float64Array(count)
  const multiply = (vector: Float64Array) => {
    for (let k = 0; k < count; k++) product[k] = stiffness * vector[k]!
    for (const { from, to, weights } of [ties, seams])
      for (let k = 0; k < from.length; k++) {
        const [a, b] = [from[k]!, to[k]!]
        const pull = weights[k]! * (vector[a]! - vector[b]!)
        product[a]! += pull
        product[b]! -= pull
      }
  }
  const direction = rest.slice()
  let squared = dot(rest, rest)
  for (let round = 0; round < rounds && squared > 1e-6 * count; round++) {
    multiply(direction)
    const step = squared / dot(direction, product)
    for (let k = 0; k < count; k++) {
      solution[k]! += step * direction[k]!
      rest[k]! -= step * product[k]!
    }
    const next = dot(rest, rest)
    const share = next / squared
    squared = next
    for (let k = 0; k < count; k++) direction[k] = rest[k]! + share * direction[k]!
  }
  return solution
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let k = 0; k < one.length; k++) sum += one[k]! * other[k]!
  return sum
}
