import { describe, expect, test } from 'vitest'
import { dot, type Vector } from '../geometry.ts'
import { findLids, type Wall } from './find-lids.ts'
import { axesOf } from './plane.ts'
import { cellState, middleOf, type PlaneGrid } from './plane-grid.ts'

const cell = 0.05
const half = 2
/** y is up. The walls end at this height, and their lower ends are not visible. */
const top = 2.5

describe('a plain ceiling', () => {
  test('is found by the edge along the top of three walls', () => {
    const lids = findLids([wall([1, 0, 0]), wall([-1, 0, 0]), wall([0, 0, 1])], cell)
    const offsets = lids.flatMap(({ normal, offset }) => (dot(normal, [0, -1, 0]) > 0.999999 ? [offset] : []))
    expect(offsets).toHaveLength(1)
    expect(Math.abs(offsets[0]! + top)).toBeLessThan(0.06)
  })

  test('is not assumed if only two walls end at it, or if their edges are at different heights', () => {
    expect(findLids([wall([1, 0, 0]), wall([0, 0, 1])], cell)).toEqual([])
    expect(findLids([wall([1, 0, 0]), wall([-1, 0, 0], 2), wall([0, 0, 1], 1.5)], cell)).toEqual([])
  })

  test('is assumed only where there are walls', () => {
    expect(findLids([], cell)).toEqual([])
  })
})

/** A blank wall, 2 from the middle of the room and 4 wide, brighter above its end. */
function wall(normal: Vector, end = top): Wall {
  const plane = { normal, offset: -half }
  const { u, v } = axesOf(plane)
  const grid: PlaneGrid = { plane, u, v, cell, left: -4, top: -4, columns: 160, rows: 160 }
  const states = new Uint8Array(grid.columns * grid.rows)
  const greys = new Float32Array(states.length)
  for (let at = 0; at < states.length; at++) {
    const [x, y, z] = middleOf(grid, at % grid.columns, Math.floor(at / grid.columns))
    if (Math.abs(normal[0] === 0 ? x : z) > half || y < 0 || y > 3.5) continue
    states[at] = cellState.blank
    greys[at] = y > end ? 220 : 180
  }
  return { grid, judged: { states, greys } }
}
