import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { filterTriangles, type Mesh } from './mesh.ts'
import { trimBorders } from './trim-borders.ts'

const side = 24

describe('trimming borders', () => {
  test('removes triangles that hang on by one edge', () => {
    const { positions, indices } = grid()
    const spike = {
      positions: Float32Array.from([...positions, 5.5, -3, 0]),
      indices: Uint32Array.from([...indices, 6, 5, positions.length / 3]),
    }
    expect(trimBorders(spike).indices.length).toBeLessThanOrEqual(indices.length)
    expect(Math.min(...trimBorders(spike).positions)).toBeGreaterThan(-0.5)
  })

  test('makes a ragged border shorter and removes little of the surface', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: side, maxLength: side }), (teeth) => {
        // Every second square of the first row at random: a border like the end of what was filmed.
        const ragged = filterTriangles(grid(), (triangle) => {
          const [x, y] = [Math.floor(triangle / 2) % side, Math.floor(triangle / 2 / side)]
          return y > 0 || teeth[x]!
        })
        const trimmed = trimBorders(ragged)
        expect(border(trimmed)).toBeLessThanOrEqual(border(ragged) + 1e-3)
        expect(trimmed.indices.length).toBeGreaterThan(0.9 * ragged.indices.length)
      }),
      { numRuns: 30 },
    )
  })

  test('leaves a closed surface unchanged', () => {
    const tetrahedron: Mesh = {
      positions: Float32Array.from([0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1]),
      indices: Uint32Array.from([0, 1, 2, 0, 2, 3, 2, 1, 3, 1, 0, 3]),
    }
    expect(trimBorders(tetrahedron)).toEqual(tetrahedron)
  })
})

/** Squares of 1 in the plane z = 0, two triangles each. */
function grid(): Mesh {
  const positions: number[] = []
  for (let y = 0; y <= side; y++) for (let x = 0; x <= side; x++) positions.push(x, y, 0)
  const indices: number[] = []
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const at = y * (side + 1) + x
      indices.push(at, at + 1, at + side + 2, at, at + side + 2, at + side + 1)
    }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}

/** The length of all edges with one triangle. */
function border({ positions, indices }: Mesh): number {
  const lengths = new Map<string, number>()
  for (let at = 0; at < indices.length; at++) {
    const ends = [indices[at]!, indices[at % 3 === 2 ? at - 2 : at + 1]!].sort((a, b) => a - b) as [
      number,
      number,
    ]
    const key = ends.join()
    if (lengths.delete(key)) continue
    lengths.set(
      key,
      Math.hypot(...[0, 1, 2].map((axis) => positions[3 * ends[0] + axis]! - positions[3 * ends[1] + axis]!)),
    )
  }
  return lengths.values().reduce((sum, length) => sum + length, 0)
}
