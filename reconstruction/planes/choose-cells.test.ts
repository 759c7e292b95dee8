import { describe, expect, test } from 'vitest'
import { chooseCells } from './choose-cells.ts'
import { cellState, type PlaneGrid } from './plane-grid.ts'

// m measured, r refuted, b blank, B blank in another shade, c corner, a space hidden.
const letters: Record<string, number> = {
  m: cellState.measured,
  r: cellState.refuted,
  b: cellState.blank,
  B: cellState.blank,
  c: cellState.corner,
  ' ': cellState.hidden,
}

describe('a plain area in a plane', () => {
  test('is filled where the plane was measured all around', () => {
    expect(chosen(['mmmmmm', 'mbbbbm', 'mbbbbm', 'mbbbbm', 'mmmmmm'])).toBe(12)
  })

  test('is filled up to where another plane crosses', () => {
    expect(chosen(['mmmmmm', 'mbbbbc', 'mbbbbc', 'mbbbbc', 'mmmmmm'])).toBe(12)
  })

  test('is filled across what hides it', () => {
    expect(
      chosen([
        'mmmmmmmm',
        'mbb  bbm',
        'mbb  bbm',
        'mbb  bbm',
        'mbb  bbm',
        'mbb  bbm',
        'mbb  bbm',
        'mmmmmmmm',
      ]),
    ).toBe(24)
  })

  test('is left open where the plane ends on one side, as a wall does below the sky', () => {
    expect(chosen(['bbbbbb', 'bbbbbb', 'bbbbbb', 'mmmmmm', 'mmmmmm'])).toBe(0)
  })

  test('is left open where views see something behind it', () => {
    expect(chosen(['mrrmmm', 'rbbbbm', 'mbbbbr', 'mbbbbr', 'mmmmmm'])).toBe(0)
  })

  test('ends at an edge in the pictures', () => {
    const plain = ['mmmmmm', ...Array<string>(6).fill('mbbbbm')]
    // The two rows beside the edge are left to the overlap.
    expect(chosen([...plain, ...Array<string>(6).fill('BBBBBB')])).toBe(16)
  })
})

/** The number of cells chosen. */
function chosen(rows: readonly string[]): number {
  const text = rows.join('')
  const grid = { columns: rows[0]!.length, rows: rows.length } as PlaneGrid
  const judged = {
    states: Uint8Array.from(text, (letter) => letters[letter]!),
    greys: Float32Array.from(text, (letter) => (letter === 'B' ? 200 : 100)),
  }
  return chooseCells(grid, judged).reduce((sum, { cells }) => sum + cells.length, 0)
}
