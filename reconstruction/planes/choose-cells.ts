import type { JudgedCells } from './judge-cells.ts'
import { markEdges } from './mark-edges.ts'
import { cellState, type PlaneGrid } from './plane-grid.ts'

/**
 * A cell is filled when the plane was measured, or meets another plane, in so many of the eight directions, two of them
 * opposite.
 */
const leastSides = 5
/** A plain area is filled as a whole if this share of its cells is filled. */
const mostOfArea = 0.6
/** At most this share of a region's border with anything known may be refuted. */
const mostRefuted = 0.12
/** Smaller regions are not worth a decision, cells. */
const leastCells = 12

const steps = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
] as const

/** A connected region of blank cells that the plane continues through, and how well its border agrees, from 0 to 1. */
export type Region = { readonly cells: readonly number[]; readonly agreement: number }

/**
 * The regions of blank cells to fill: those that the measured plane surrounds on several sides, without anything behind them. A region ends
 * at an edge in the pictures, where another surface may begin.
 */
export function chooseCells(grid: PlaneGrid, judged: JudgedCells): Region[] {
  const { columns, rows } = grid
  const states = judged.states.slice()
  markEdges(grid, { ...judged, states })
  const around = steps.map((step) => lookAlong(step, columns, rows, states))
  const inside = states.map((state, at) =>
    (state === cellState.blank || state === cellState.edge) &&
    isSurrounded(around.map((met) => isSupport(met[at]!)))
      ? 1
      : 0,
  )
  // Single lines of cells may miss the end of a surface, so the rest of their area decides.
  for (const area of connected(states, columns, (state) => state === cellState.blank)) {
    const surrounded = area.reduce((sum, at) => sum + inside[at]!, 0)
    if (surrounded >= mostOfArea * area.length) for (const at of area) inside[at] = 1
  }
  return connected(inside, columns, (state) => state === 1).flatMap((cells) => {
    let [support, refuted] = [0, 0]
    for (const from of cells)
      steps.forEach(([di, dj], direction) => {
        if (direction % 2 === 1) return
        const [i, j] = [(from % columns) + di, Math.floor(from / columns) + dj]
        if (i < 0 || j < 0 || i >= columns || j >= rows || inside[j * columns + i]) return
        if (isSupport(around[direction]![from]!)) support++
        else if (around[direction]![from] === cellState.refuted) refuted++
      })
    const agreement = support / (support + refuted || 1)
    return cells.length >= leastCells && agreement >= 1 - mostRefuted ? [{ cells, agreement }] : []
  })
}

/** The connected areas of the cells in some states, in the order of their first cell. */
function connected(states: Uint8Array, columns: number, belongs: (state: number) => boolean): number[][] {
  const seen = new Uint8Array(states.length)
  const areas: number[][] = []
  for (let start = 0; start < states.length; start++) {
    if (seen[start] || !belongs(states[start]!)) continue
    const cells = [start]
    seen[start] = 1
    for (let k = 0; k < cells.length; k++) {
      const from = cells[k]!
      const visit = (at: number) => {
        if (seen[at] || !belongs(states[at]!)) return
        seen[at] = 1
        cells.push(at)
      }
      if (from % columns > 0) visit(from - 1)
      if (from % columns < columns - 1) visit(from + 1)
      if (from >= columns) visit(from - columns)
      if (from < states.length - columns) visit(from + columns)
    }
    areas.push(cells)
  }
  return areas
}

/** Supported in enough of the eight directions, two of them opposite. */
function isSurrounded(supported: readonly boolean[]): boolean {
  const count = supported.filter(Boolean).length
  return count >= leastSides && [0, 1, 2, 3].some((k) => supported[k] && supported[k + 4])
}

function isSupport(state: number): boolean {
  return state === cellState.measured || state === cellState.corner
}

/**
 * What each cell meets first in one direction, across cells that are blank or hidden: `measured`, `refuted` or `corner`;
 * `hidden` at the end of the grid; `edge` at an edge with something blank beyond.
 */
function lookAlong(
  [di, dj]: readonly [number, number],
  columns: number,
  rows: number,
  states: Uint8Array,
): Uint8Array {
  const met = new Uint8Array(states.length)
  for (let b = 0; b < rows; b++) {
    const j = dj > 0 ? rows - 1 - b : b
    for (let a = 0; a < columns; a++) {
      const i = di > 0 ? columns - 1 - a : a
      const [ni, nj] = [i + di, j + dj]
      if (ni < 0 || nj < 0 || ni >= columns || nj >= rows) continue
      const at = j * columns + i
      const next = nj * columns + ni
      const state = states[next]!
      const isOpen = state === cellState.blank || state === cellState.hidden
      if (isOpen && states[at] === cellState.edge) met[at] = cellState.edge
      else met[at] = isOpen || state === cellState.edge ? met[next]! : state
    }
  }
  return met
}
