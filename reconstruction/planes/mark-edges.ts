import type { JudgedCells } from './judge-cells.ts'
import { cellState, type PlaneGrid } from './plane-grid.ts'

/** At an edge in the pictures, blank cells at this distance on both sides differ by more than this, in grey values. */
const reach = 2
const step = 6

/** Marks the blank cells where the grey value changes: another surface may begin there. Changes `states` in place. */
export function markEdges({ columns, rows }: PlaneGrid, { states, greys }: JudgedCells): void {
  const before = states.slice()
  const differs = (at: number, other: number) =>
    before[other] === cellState.blank && Math.abs(greys[at]! - greys[other]!) > step
  for (let at = 0; at < states.length; at++) {
    if (before[at] !== cellState.blank) continue
    const [i, j] = [at % columns, Math.floor(at / columns)]
    if (
      (i >= reach && differs(at, at - reach)) ||
      (i < columns - reach && differs(at, at + reach)) ||
      (j >= reach && differs(at, at - reach * columns)) ||
      (j < rows - reach && differs(at, at + reach * columns))
    )
      states[at] = cellState.edge
  }
}
