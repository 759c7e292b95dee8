/** The size of text in the units of its outlines. Precise enough for text of 60 pixels, and a third smaller than in the units of a font. */
export const outlineSize = 250

/** The shape of a character, with y downwards from the baseline. */
type Glyph = { contours: readonly Contour[]; advance: number }
/** A closed line of quadratic curves: its start, and SVG path data from there, in relative steps. */
type Contour = { x: number; y: number; steps: string }
type Point = { x: number; y: number; isOn: boolean }

export type Font = { glyphOf: (character: string) => Glyph | undefined }

/**
 * Reads the outlines of a TrueType font: tables `head`, `maxp`, `loca`, `glyf`, `hhea`, `hmtx` and `cmap` (format 4). Without kerning.
 *
 * @param table returns the bytes of a table
 */
export function readFont(table: (tag: string) => DataView): Font {
  const [head, loca, glyf, hmtx] = [table('head'), table('loca'), table('glyf'), table('hmtx')]
  const hasLongOffsets = head.getInt16(50) === 1
  const widths = table('hhea').getUint16(34)
  const offsetOf = (id: number) => (hasLongOffsets ? loca.getUint32(id * 4) : loca.getUint16(id * 2) * 2)
  const contoursOf = (id: number): Point[][] => {
    const [start, end] = [offsetOf(id), offsetOf(id + 1)]
    if (start === end) return []
    const count = glyf.getInt16(start)
    return count >= 0 ? simpleGlyph(glyf, start, count) : compositeGlyph(glyf, start, contoursOf)
  }
  const ids = readCharacters(table('cmap'))
  const times = outlineSize / head.getUint16(18)
  const placed = ({ x, y, isOn }: Point) => ({ x: Math.round(x * times), y: -Math.round(y * times), isOn })
  return {
    glyphOf: (character) => {
      const id = ids(character.codePointAt(0)!)
      if (id === 0) return undefined
      return {
        contours: contoursOf(id).map((points) => contourOf(points.map(placed))),
        advance: hmtx.getUint16(Math.min(id, widths - 1) * 4) * times,
      }
    },
  }
}

/** The glyph of each character; 0 for none. */
function readCharacters(cmap: DataView): (character: number) => number {
  const tables = Array.from({ length: cmap.getUint16(2) }, (_, index) => cmap.getUint32(8 + index * 8))
  const at = tables.find((offset) => cmap.getUint16(offset) === 4)
  if (at === undefined) throw new Error('the font has no character table of format 4')
  const segments = cmap.getUint16(at + 6) / 2
  const [ends, starts] = [at + 14, at + 16 + segments * 2]
  const [deltas, offsets] = [starts + segments * 2, starts + segments * 4]
  return (character) => {
    if (character > 0xffff) return 0
    for (let index = 0; index < segments * 2; index += 2) {
      if (cmap.getUint16(ends + index) < character) continue
      const start = cmap.getUint16(starts + index)
      if (start > character) return 0
      const [delta, offset] = [cmap.getUint16(deltas + index), cmap.getUint16(offsets + index)]
      if (offset === 0) return (character + delta) & 0xffff
      const id = cmap.getUint16(offsets + index + offset + (character - start) * 2)
      return id === 0 ? 0 : (id + delta) & 0xffff
    }
    return 0
  }
}

const flagBits = { curve: 1, xShort: 2, yShort: 4, repeat: 8, xSame: 16, ySame: 32 }

function simpleGlyph(glyf: DataView, start: number, count: number): Point[][] {
  let at = start + 10
  const ends = Array.from({ length: count }, (_, index) => glyf.getUint16(at + index * 2))
  at += count * 2
  at += 2 + glyf.getUint16(at)
  const points = (ends.at(-1) ?? -1) + 1
  const flags: number[] = []
  while (flags.length < points) {
    const flag = glyf.getUint8(at++)
    const times = flag & flagBits.repeat ? glyf.getUint8(at++) + 1 : 1
    for (let index = 0; index < times; index++) flags.push(flag)
  }
  const read = (isShort: number, isSame: number) => {
    let value = 0
    return flags.map((flag) => {
      if (flag & isShort) value += flag & isSame ? glyf.getUint8(at++) : -glyf.getUint8(at++)
      else if (!(flag & isSame)) {
        value += glyf.getInt16(at)
        at += 2
      }
      return value
    })
  }
  const [xs, ys] = [read(flagBits.xShort, flagBits.xSame), read(flagBits.yShort, flagBits.ySame)]
  const all = flags.map((flag, index) => ({
    x: xs[index]!,
    y: ys[index]!,
    isOn: (flag & flagBits.curve) !== 0,
  }))
  return ends.map((end, index) => all.slice(index === 0 ? 0 : ends[index - 1]! + 1, end + 1))
}

const partBits = { words: 1, offsets: 2, scale: 8, more: 32, scales: 64, matrix: 128 }

/** A letter with an accent is made of two glyphs. */
function compositeGlyph(glyf: DataView, start: number, contoursOf: (id: number) => Point[][]): Point[][] {
  const contours: Point[][] = []
  let at = start + 10
  for (let flags = partBits.more; flags & partBits.more; ) {
    flags = glyf.getUint16(at)
    const id = glyf.getUint16(at + 2)
    if (!(flags & partBits.offsets) || flags & (partBits.scale | partBits.scales | partBits.matrix))
      throw new Error('the font has a glyph of scaled parts')
    const [x, y] =
      flags & partBits.words
        ? [glyf.getInt16(at + 4), glyf.getInt16(at + 6)]
        : [glyf.getInt8(at + 4), glyf.getInt8(at + 5)]
    at += flags & partBits.words ? 8 : 6
    for (const contour of contoursOf(id))
      contours.push(contour.map((point) => ({ ...point, x: point.x + x, y: point.y + y })))
  }
  return contours
}

/** Between two control points lies a point of the curve, which the font leaves out. */
function contourOf(points: readonly Point[]): Contour {
  const whole = points.flatMap((point, index) => {
    const before = points.at(index - 1)!
    return point.isOn || before.isOn ? [point] : [middle(before, point), point]
  })
  const first = whole.findIndex(({ isOn }) => isOn)
  const turned = [...whole.slice(first), ...whole.slice(0, first)]
  const [start] = turned as [Point]
  let from = start
  let steps = ''
  for (let index = 1; index <= turned.length; index++) {
    const next = turned[index] ?? start
    if (next.isOn) {
      if (next !== start) steps += `l${step(from, next)}`
      from = next
    } else {
      const end = turned[++index] ?? start
      steps += `q${step(from, next)} ${step(from, end)}`
      from = end
    }
  }
  return { x: start.x, y: start.y, steps: `${steps}z` }
}

function middle(a: Point, b: Point): Point {
  return { x: Math.round((a.x + b.x) / 2), y: Math.round((a.y + b.y) / 2), isOn: true }
}

function step(from: Point, to: Point): string {
  const y = to.y - from.y
  return `${to.x - from.x}${y < 0 ? '' : ' '}${y}`
}
