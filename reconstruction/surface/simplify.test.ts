import { describe, expect, test } from 'vitest'
import type { Mesh } from './mesh.ts'
import { simplify } from './simplify.ts'

describe('simplification', () => {
  test('does not change a small mesh', async () => {
    const mesh = grid(10, () => 0)
    const simple = await simplify(mesh, 1000)
    expect(simple.indices.length).toBe(mesh.indices.length)
  })

  test('uses few triangles for flat areas', async () => {
    const simple = await simplify(
      grid(60, () => 0),
      100,
    )
    expect(simple.indices.length / 3).toBeLessThanOrEqual(100)
    const { positions } = simple
    const corners = [0, 1].map((axis) => positions.filter((_, at) => at % 3 === axis))
    for (const values of corners) expect([Math.min(...values), Math.max(...values)]).toEqual([0, 60])
  })

  test('limits the triangles of a rough mesh, and of one of single triangles', async () => {
    const rough = await simplify(
      grid(120, (x, y) => 20 * Math.sin(x * 1.7) * Math.cos(y * 2.3)),
      500,
    )
    expect(rough.indices.length / 3).toBeLessThanOrEqual(500)
    expect(rough.indices.length).toBeGreaterThan(0)
    const shreds = await simplify(apart(grid(60, () => 0)), 500)
    expect(shreds.indices.length / 3).toBeLessThanOrEqual(500)
  })
})

function grid(side: number, height: (x: number, y: number) => number): Mesh {
  const positions: number[] = []
  const indices: number[] = []
  for (let y = 0; y <= side; y++)
    for (let x = 0; x <= side; x++) {
      positions.push(x, y, height(x, y))
      if (x === side || y === side) continue
      const at = y * (side + 1) + x
      indices.push(at, at + 1, at + side + 2, at, at + side + 2, at + side + 1)
    }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}

/** Gives each triangle corners of its own and shrinks it a little, so that no two triangles touch. */
function apart({ positions, indices }: Mesh): Mesh {
  const corners = [...indices].flatMap((vertex, at) => [
    positions[3 * vertex]! + (at % 3) * 0.1,
    positions[3 * vertex + 1]! - (at % 2) * 0.1,
    positions[3 * vertex + 2]!,
  ])
  return { positions: Float32Array.from(corners), indices: indices.map((_, at) => at) }
}
