import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Lens } from '../geometry.ts'
import type { Mesh } from '../surface/mesh.ts'
import type { Chart } from './cut-charts.ts'
import { levelSeams } from './level-seams.ts'

const lens: Lens = { width: 40, height: 20, focalX: 40, focalY: 40, centreX: 19.5, centreY: 9.5 }
const side = 10

describe('levelling seams', () => {
  test('brings two plain charts of different brightness to one at their seam', () => {
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 180 }), fc.integer({ min: -20, max: 20 }), (base, step) => {
        const [left, right] = corrections([base, base + step])
        // The vertices at the seam are the last column of the left chart and the first of the right one.
        for (const [vertex, number] of numbersOf(charts[0]!)) {
          const other = numbersOf(charts[1]!).get(vertex)
          if (other === undefined) continue
          const across = base + step + right![3 * other]! - (base + left![3 * number]!)
          expect(Math.abs(across)).toBeLessThanOrEqual(Math.abs(step) * 0.15 + 1e-3)
        }
      }),
    )
  })

  test('changes nothing where the charts have one colour', () => {
    for (const values of corrections([120, 120])) for (const value of values) expect(Math.abs(value)).toBe(0)
  })

  test('spreads no great step, for there the views show different things', () => {
    const [left, right] = corrections([20, 230])
    expect(Math.max(...[...left!, ...right!].map(Math.abs))).toBeLessThanOrEqual(40)
  })
})

/** Squares in two columns of charts, each seen by its own view. */
const mesh: Mesh = {
  positions: Float32Array.from(
    Array.from({ length: (2 * side + 1) * (side + 1) }, (_, at) => [
      at % (2 * side + 1),
      Math.floor(at / (2 * side + 1)),
      0,
    ]).flat(),
  ),
  indices: Uint32Array.from(
    Array.from({ length: 2 * side * side }, (_, square) => {
      const at = Math.floor(square / (2 * side)) * (2 * side + 1) + (square % (2 * side))
      return [at, at + 1, at + 2 * side + 2, at, at + 2 * side + 2, at + 2 * side + 1]
    }).flat(),
  ),
}

const charts: Chart[] = [0, 1].map((view) => {
  const triangles = Array.from({ length: mesh.indices.length / 3 }, (_, triangle) => triangle).filter(
    (triangle) => Math.floor((Math.floor(triangle / 2) % (2 * side)) / side) === view,
  )
  const places = new Map<number, readonly [number, number]>()
  for (const triangle of triangles)
    for (const vertex of mesh.indices.subarray(3 * triangle, 3 * triangle + 3))
      places.set(vertex, [mesh.positions[3 * vertex]!, mesh.positions[3 * vertex + 1]!])
  return { view, triangles, places, left: 0, top: 0, width: 2 * side, height: side }
})

function corrections(greys: readonly number[]) {
  const colours = greys.map((grey) => {
    const colour = new Uint8Array(new SharedArrayBuffer(3 * lens.width * lens.height))
    return colour.fill(grey)
  })
  return levelSeams({
    mesh,
    charts,
    lens,
    pictures: { lens, colours, greys: [] },
    gains: new Float64Array(6).fill(1),
  })
}

function numbersOf({ places }: Chart): Map<number, number> {
  return new Map(places.keys().map((vertex, number) => [vertex, number]))
}
