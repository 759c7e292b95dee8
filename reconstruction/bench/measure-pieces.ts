import type { Vector } from '../geometry.ts'
import { areaOf, type Surface, type Triangle } from './surface.ts'

export type Pieces = {
  count: number
  /** The largest connected piece apart from the main one, as a share of the model's area. */
  largestLoose: number
  /** The largest of those of which more than half lies over 5 cm from the true surface. */
  largestFloating: number
  /** Metres of open border for each square metre. */
  borderPerArea: number
}

const nearMetres = 0.05

/** Measures the connected pieces of a model. Corners at the same place are joined, even if their textures differ. */
export function measurePieces(model: readonly Triangle[], truth: Surface): Pieces {
  const numbers = new Map<string, number>()
  const corners = model.map((triangle) =>
    triangle.map((corner) => {
      const key = corner.map((part) => Math.round(part * 1e5)).join()
      const known = numbers.get(key)
      if (known !== undefined) return known
      numbers.set(key, numbers.size)
      return numbers.size - 1
    }),
  )
  const parents = Int32Array.from({ length: numbers.size }, (_, corner) => corner)
  const rootOf = (corner: number) => {
    let at = corner
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]!]!
      at = parents[at]!
    }
    return at
  }
  for (const [a, b, c] of corners) {
    parents[rootOf(b!)] = rootOf(a!)
    parents[rootOf(c!)] = rootOf(a!)
  }
  const pieces = new Map<number, { area: number; members: Triangle[] }>()
  const edges = new Map<string, { count: number; length: number }>()
  model.forEach((triangle, number) => {
    const area = areaOf(triangle)
    const root = rootOf(corners[number]![0]!)
    const piece = pieces.get(root) ?? { area: 0, members: [] }
    piece.area += area
    piece.members.push(triangle)
    pieces.set(root, piece)
    for (let k = 0; k < 3; k++) {
      const [a, b] = [corners[number]![k]!, corners[number]![(k + 1) % 3]!]
      const key = a < b ? `${a} ${b}` : `${b} ${a}`
      const [from, to] = [triangle[k]!, triangle[(k + 1) % 3]!]
      const length = Math.hypot(...from.map((part, axis) => part - to[axis]!))
      edges.set(key, { count: (edges.get(key)?.count ?? 0) + 1, length })
    }
  })
  const loose = [...pieces.values()].sort((one, other) => other.area - one.area).slice(1)
  const total = model.reduce((sum, triangle) => sum + areaOf(triangle), 0)
  const floating = loose.find(({ area, members }) => {
    const far = members.filter((triangle) => truth.distanceTo(middleOf(triangle)) > nearMetres)
    return far.reduce((sum, triangle) => sum + areaOf(triangle), 0) > area / 2
  })
  const border = [...edges.values()].reduce((sum, { count, length }) => sum + (count === 1 ? length : 0), 0)
  return {
    count: pieces.size,
    largestLoose: (loose[0]?.area ?? 0) / total,
    largestFloating: (floating?.area ?? 0) / total,
    borderPerArea: border / total,
  }
}

function middleOf(triangle: Triangle): Vector {
  const along = (axis: 0 | 1 | 2) => triangle.reduce((sum, corner) => sum + corner[axis] / 3, 0)
  return [along(0), along(1), along(2)]
}
