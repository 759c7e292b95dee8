import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillHoles } from './fill-holes.ts'
import { filterTriangles, type Mesh, trianglesAcross } from './mesh.ts'

const side = 20

describe('filling holes', () => {
  test('closes holes with few edges, and leaves the outer border open', () => {
    const place = fc.tuple(fc.integer({ min: 1, max: side - 4 }), fc.integer({ min: 1, max: side - 4 }))
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 4 }), (holes) => {
        const pierced = filterTriangles(grid(), (triangle) => {
          const [x, y] = [Math.floor(triangle / 2) % side, Math.floor(triangle / 2 / side)]
          return !holes.some(([left, top]) => x >= left && x < left + 3 && y >= top && y < top + 3)
        })
        const filled = fillHoles(pierced, 4 * side - 1)
        expect(border(filled)).toBe(4 * side)
        // The new triangles turn the same way as those around: every edge is run through once in each direction.
        const edges = new Set<string>()
        for (let edge = 0; edge < filled.indices.length; edge++) {
          const to = edge % 3 === 2 ? edge - 2 : edge + 1
          const key = `${filled.indices[edge]} ${filled.indices[to]}`
          expect(edges.has(key)).toBe(false)
          edges.add(key)
        }
      }),
    )
  })

  test('leaves larger holes', () => {
    const pierced = filterTriangles(grid(), (triangle) => {
      const [x, y] = [Math.floor(triangle / 2) % side, Math.floor(triangle / 2 / side)]
      return !(x > 3 && x < 14 && y > 3 && y < 14)
    })
    expect(fillHoles(pierced, 39)).toEqual(pierced)
    expect(border(fillHoles(pierced, 40))).toBe(4 * side)
  })
})

function border(mesh: Mesh): number {
  return trianglesAcross(mesh).filter((other) => other === -1).length
}

function grid(): Mesh {
  const positions: number[] = []
  const indices: number[] = []
  for (let y = 0; y <= side; y++)
    for (let x = 0; x <= side; x++) {
      positions.push(x, y, 0)
      if (x === side || y === side) continue
      const at = y * (side + 1) + x
      indices.push(at, at + 1, at + side + 2, at, at + side + 2, at + side + 1)
    }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}
