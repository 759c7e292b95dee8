type Point = readonly [x: number, y: number]
type Edge = { index: number; from: Point; to: Point; west: number; east: number }

/**
 * True if two edges of a closed ring cross or touch anywhere except at the corner that neighbours share. The inside of such an outline is
 * ambiguous.
 *
 * @param ring the first position repeated at the end; longitudes may continue over ±180
 */
export function crossesItself(ring: readonly Point[]): boolean {
  const edges = edgesOf(ring)
  const count = edges.length
  const byWest = [...edges].sort((a, b) => a.west - b.west)
  for (const [order, edge] of byWest.entries())
    for (let next = order + 1; next < count && byWest[next]!.west <= edge.east; next++) {
      const other = byWest[next]!
      const apart = Math.abs(edge.index - other.index)
      const isNeighbour = apart === 1 || apart === count - 1
      if (isNeighbour ? foldsBack(edge, other) : meet(edge, other)) return true
    }
  return false
}

/** Omits edges of zero length: a corner given twice counts once. */
function edgesOf(ring: readonly Point[]): Edge[] {
  const edges: Edge[] = []
  for (let index = 1; index < ring.length; index++) {
    const [from, to] = [ring[index - 1]!, ring[index]!]
    if (from[0] === to[0] && from[1] === to[1]) continue
    const [west, east] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])]
    edges.push({ index: edges.length, from, to, west, east })
  }
  return edges
}

/** Neighbours share a corner. They meet elsewhere only if one runs back along the other. */
function foldsBack(a: Edge, b: Edge): boolean {
  const [first, second] = isSame(a.to, b.from) ? [a, b] : [b, a]
  if (side(first.from, first.to, second.to) !== 0) return false
  const [x, y] = [first.to[0] - first.from[0], first.to[1] - first.from[1]]
  return x * (second.to[0] - second.from[0]) + y * (second.to[1] - second.from[1]) < 0
}

function meet(a: Edge, b: Edge): boolean {
  const [b1, b2] = [side(a.from, a.to, b.from), side(a.from, a.to, b.to)]
  const [a1, a2] = [side(b.from, b.to, a.from), side(b.from, b.to, a.to)]
  if (b1 !== b2 && a1 !== a2) return true
  return (
    (b1 === 0 && isWithin(a, b.from)) ||
    (b2 === 0 && isWithin(a, b.to)) ||
    (a1 === 0 && isWithin(b, a.from)) ||
    (a2 === 0 && isWithin(b, a.to))
  )
}

/** On which side of the line from `a` to `b` a point lies: 1 left, -1 right, 0 on it. */
function side(a: Point, b: Point, point: Point): number {
  return Math.sign((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]))
}

/** For a point on the line of the edge. */
function isWithin({ from, to, west, east }: Edge, [x, y]: Point): boolean {
  return x >= west && x <= east && y >= Math.min(from[1], to[1]) && y <= Math.max(from[1], to[1])
}

function isSame(a: Point, b: Point): boolean {
  return a[0] === b[0] && a[1] === b[1]
}
