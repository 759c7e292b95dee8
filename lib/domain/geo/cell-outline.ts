import { cellColumn, cellHeightDegrees, cellRow, cellWidthDegrees } from '#lib/domain/geo/geohash'

/** Areas that touch a cell count it in, so an outline stays this far inside its cells: about a metre. */
const insetDegrees = 1e-5

type Corner = { x: number; y: number }
type Edge = { from: Corner; to: Corner }

/**
 * The outlines of a set of cells, as GeoJSON rings that touch these cells and no others: counter-clockwise round a group of
 * cells that share sides, clockwise round a hole in one. Cells on both sides of the antimeridian are separate groups.
 */
export function outlineCells(cells: ReadonlySet<number>): [longitude: number, latitude: number][][] {
  const edges = borderEdges(cells)
  const rings: [number, number][][] = []
  while (edges.size > 0) {
    const [first] = edges.values()
    const path: Edge[] = []
    let edge = first![0]!
    do {
      path.push(edge)
      take(edges, edge)
      edge = next(edges, edge) ?? path[0]!
    } while (edge !== path[0])
    rings.push(ringOf(straighten(path)))
  }
  return rings
}

const key = ({ x, y }: Corner) => `${x} ${y}`

/** Sides with a cell on their left and none on their right, by where they begin. */
function borderEdges(cells: ReadonlySet<number>): Map<string, Edge[]> {
  const at = new Set([...cells].map((cell) => key({ x: cellColumn(cell), y: cellRow(cell) })))
  const edges = new Map<string, Edge[]>()
  const add = (fromX: number, fromY: number, toX: number, toY: number) => {
    const edge = { from: { x: fromX, y: fromY }, to: { x: toX, y: toY } }
    edges.set(key(edge.from), [...(edges.get(key(edge.from)) ?? []), edge])
  }
  for (const cell of cells) {
    const [x, y] = [cellColumn(cell), cellRow(cell)]
    if (!at.has(key({ x, y: y - 1 }))) add(x, y, x + 1, y)
    if (!at.has(key({ x: x + 1, y }))) add(x + 1, y, x + 1, y + 1)
    if (!at.has(key({ x, y: y + 1 }))) add(x + 1, y + 1, x, y + 1)
    if (!at.has(key({ x: x - 1, y }))) add(x, y + 1, x, y)
  }
  return edges
}

function take(edges: Map<string, Edge[]>, edge: Edge): void {
  const left = (edges.get(key(edge.from)) ?? []).filter((other) => other !== edge)
  if (left.length > 0) edges.set(key(edge.from), left)
  else edges.delete(key(edge.from))
}

/** Where cells meet only at a corner, turns left, which stays with the same cell. */
function next(edges: ReadonlyMap<string, Edge[]>, { from, to }: Edge): Edge | undefined {
  const ways = edges.get(key(to)) ?? []
  const turn = (way: Edge) => (to.x - from.x) * (way.to.y - to.y) - (to.y - from.y) * (way.to.x - to.x)
  return ways.length > 1 ? ways.find((way) => turn(way) > 0) : ways[0]
}

const isUpright = ({ from, to }: Edge) => from.x === to.x

/** Merges collinear sides. */
function straighten(path: readonly Edge[]): Edge[] {
  const start = path.findIndex((edge, index) => isUpright(edge) !== isUpright(path.at(index - 1)!))
  const long: Edge[] = []
  for (const edge of [...path.slice(start), ...path.slice(0, start)]) {
    const before = long.at(-1)
    if (before && isUpright(before) === isUpright(edge))
      long[long.length - 1] = { from: before.from, to: edge.to }
    else long.push(edge)
  }
  return long
}

/** Moves each side to its left, into its cells. The corners are the new intersections of neighbours. */
function ringOf(sides: readonly Edge[]): [number, number][] {
  const line = (side: Edge): number =>
    isUpright(side)
      ? side.from.x * cellWidthDegrees - 180 + (side.to.y > side.from.y ? -insetDegrees : insetDegrees)
      : side.from.y * cellHeightDegrees - 90 + (side.to.x > side.from.x ? insetDegrees : -insetDegrees)
  const corners = sides.map((side, index): [number, number] => {
    const before = sides.at(index - 1)!
    return isUpright(side) ? [line(side), line(before)] : [line(before), line(side)]
  })
  return [...corners, corners[0]!]
}
