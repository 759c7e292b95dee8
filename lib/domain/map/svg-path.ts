export type Point = Readonly<{ x: number; y: number }>
export type Rect = Readonly<{ left: number; top: number; right: number; bottom: number }>

/** The precision of a path, in units of the picture: a pixel is about two. */
export type Precision = {
  /** Coordinates are whole multiples of this. */
  step: number
  /** Shapes that are smaller than this in both directions are omitted. */
  least: number
}

/** One line or ring as path data, and its size: that of the rectangle around it, in square units. */
export type PathPiece = { d: string; size: number }

/** Writes lines or rings as the data of an SVG path, in steps: cut at the edge of `within`, without what is too small to see. */
export function piecesOf(
  lines: readonly (readonly Point[])[],
  { isArea, within, step, least }: Precision & { isArea: boolean; within: Rect },
): PathPiece[] {
  const cut = isArea
    ? lines.map((ring) => cutRing(ring, within))
    : lines.flatMap((line) => cutLine(line, within))
  return cut.flatMap((points) => {
    const { width, height } = extentOf(points)
    if (Math.max(width, height) < least) return []
    const rounded = roundPoints(points, step)
    if (rounded.length <= (isArea ? 2 : 1)) return []
    return [{ d: `${write(rounded)}${isArea ? 'z' : ''}`, size: width * height }]
  })
}

/** Joins pieces to one path of at most `maxLength` characters; the smallest are left out. */
export function joinLargest(pieces: readonly PathPiece[], maxLength: number): string {
  let length = 0
  const sorted = pieces.toSorted((a, b) => b.size - a.size)
  const end = sorted.findIndex(({ d }) => {
    length += d.length
    return length > maxLength
  })
  return (end === -1 ? pieces : sorted.slice(0, end)).map(({ d }) => d).join('')
}

function extentOf(points: readonly Point[]): { width: number; height: number } {
  if (points.length === 0) return { width: 0, height: 0 }
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { x, y } of points) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return { width: right - left, height: bottom - top }
}

/** Leaves out points within this distance of the line without them, in steps. */
const tolerance = 0.7

/** Omits points that are not visible, and rounds the rest to whole steps. */
function roundPoints(points: readonly Point[], step: number): Point[] {
  const rounded = simplify(points.map(({ x, y }) => ({ x: x / step, y: y / step }))).map(({ x, y }) => ({
    x: Math.round(x),
    y: Math.round(y),
  }))
  return rounded.filter(({ x, y }, index) => x !== rounded[index - 1]?.x || y !== rounded[index - 1]?.y)
}

/** Douglas and Peucker 1973. Without recursion: a coast may have a hundred thousand points. */
function simplify(points: readonly Point[]): Point[] {
  if (points.length < 3) return [...points]
  const isKept = new Uint8Array(points.length)
  isKept[0] = 1
  isKept[points.length - 1] = 1
  const parts: [first: number, last: number][] = [[0, points.length - 1]]
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [first, last] = part
    let furthest = first
    let most = tolerance
    for (let index = first + 1; index < last; index++) {
      const distance = distanceTo(points[index]!, points[first]!, points[last]!)
      if (distance > most) [furthest, most] = [index, distance]
    }
    if (furthest === first) continue
    isKept[furthest] = 1
    parts.push([first, furthest], [furthest, last])
  }
  return points.filter((_, index) => isKept[index] === 1)
}

/** Distance of a point from a line through two others, or from the first if both are the same point. */
function distanceTo({ x, y }: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = Math.hypot(dx, dy)
  return length === 0 ? Math.hypot(x - a.x, y - a.y) : Math.abs(dx * (y - a.y) - dy * (x - a.x)) / length
}

function write([first, ...rest]: readonly Point[]): string {
  let from = first!
  let text = `M${from.x},${from.y}l`
  rest.forEach((point, index) => {
    const [x, y] = [point.x - from.x, point.y - from.y]
    // Numbers need no space before a minus sign.
    text += `${index > 0 && x >= 0 ? ' ' : ''}${x}${y >= 0 ? ' ' : ''}${y}`
    from = point
  })
  return text
}

/** The parts of a line inside a rectangle, each with the point before and after, so that it reaches the edge. */
function cutLine(line: readonly Point[], within: Rect): Point[][] {
  const parts: Point[][] = []
  let part: Point[] = []
  line.forEach((point, index) => {
    const next = line[index + 1]
    if (next && meets(point, next, within)) {
      if (part.length === 0) part.push(point)
      part.push(next)
    } else if (part.length > 0) {
      parts.push(part)
      part = []
    }
  })
  return parts
}

/** True unless a segment is on the outer side of one edge. */
function meets(a: Point, b: Point, { left, top, right, bottom }: Rect): boolean {
  return !(
    Math.max(a.x, b.x) < left ||
    Math.min(a.x, b.x) > right ||
    Math.max(a.y, b.y) < top ||
    Math.min(a.y, b.y) > bottom
  )
}

/** Cuts a ring at the four edges, one after another (Sutherland and Hodgman 1974). */
function cutRing(ring: readonly Point[], { left, top, right, bottom }: Rect): readonly Point[] {
  const atX = (a: Point, b: Point, x: number) => ({ x, y: a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x) })
  const atY = (a: Point, b: Point, y: number) => ({ x: a.x + ((b.x - a.x) * (y - a.y)) / (b.y - a.y), y })
  const edges: [isIn: (p: Point) => boolean, at: (a: Point, b: Point) => Point][] = [
    [({ x }) => x >= left, (a, b) => atX(a, b, left)],
    [({ x }) => x <= right, (a, b) => atX(a, b, right)],
    [({ y }) => y >= top, (a, b) => atY(a, b, top)],
    [({ y }) => y <= bottom, (a, b) => atY(a, b, bottom)],
  ]
  return edges.reduce<readonly Point[]>((points, [isIn, at]) => {
    if (points.every(isIn)) return points
    return points.flatMap((point, index) => {
      const before = points.at(index - 1)!
      const crossing = isIn(point) === isIn(before) ? [] : [at(before, point)]
      return isIn(point) ? [...crossing, point] : crossing
    })
  }, ring)
}
