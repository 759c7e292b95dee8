import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellAt, cellToGeohash } from '#lib/domain/geo/geohash'
import { geohashBounds } from '#lib/domain/geo/geohash-area'
import { mercator, tileExtent } from '#lib/domain/geo/tile'
import { boxOf, frameCell, frameUnits, tilesIn, zoomOf } from '#lib/domain/map/cell-frame'
import { cutOf, drawCell, joinPieces, outlineSize, precisionOf, unitRect } from '#lib/domain/map/draw-cell'
import { piecesOf } from '#lib/domain/map/svg-path'

/** Where the projection ends, cells have no height: six characters short of it. */
const anyGeohash = fc
  .tuple(
    fc.double({ min: -84, max: 84, noNaN: true }),
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.integer({ min: 1, max: 6 }),
  )
  .map(([latitude, longitude, characters]) => cellToGeohash(cellAt(latitude, longitude)).slice(0, characters))
const framed = (geohash: string, minWidth = 0) => frameCell(geohashBounds(geohash)!, { minWidth })

const noOutlines = () => undefined

test('the cell is drawn where the projection of tiles has it, in the middle of the frame and all of it inside', () => {
  fc.assert(
    fc.property(anyGeohash, fc.constantFrom(0, 2.2 / 360), (geohash, minWidth) => {
      const bounds = geohashBounds(geohash)!
      const frame = framed(geohash, minWidth)
      const svg = drawCell({ frame, zoom: 14, hasStreets: true, paths: {}, labels: [] }, 'light', noOutlines)
      const [, x, y, width, height] = /<rect id="cell" x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)"/
        .exec(svg)!
        .map(Number)
      const northWest = mercator(bounds.west, bounds.north)
      const southEast = mercator(bounds.east, bounds.south)
      expect(x).toBeCloseTo((northWest.x - frame.frame.left) * frame.unitsPerWorld, 1)
      expect(y).toBeCloseTo((northWest.y - frame.frame.top) * frame.unitsPerWorld, 1)
      expect(width).toBeCloseTo((southEast.x - northWest.x) * frame.unitsPerWorld, 1)
      expect(height).toBeCloseTo((southEast.y - northWest.y) * frame.unitsPerWorld, 1)
      expect(x).toBeGreaterThan(frameUnits.width * 0.19)
      expect(y).toBeGreaterThan(frameUnits.height * 0.14)
      expect(x! + width! / 2).toBeCloseTo(frameUnits.width / 2, 1)
      expect(y! + height! / 2).toBeCloseTo(frameUnits.height / 2, 1)
    }),
  )
})

test('the tiles of a frame cover all that is drawn, and are few', () => {
  fc.assert(
    fc.property(anyGeohash, fc.integer({ min: 0, max: 14 }), (geohash, maxZoom) => {
      const frame = framed(geohash)
      const zoom = zoomOf(frame, maxZoom)
      const tiles = tilesIn(frame.drawn, zoom)
      const count = 2 ** zoom
      const columns = tiles.map(({ column }) => column)
      const rows = tiles.map(({ tile }) => tile.y)
      expect(tiles.length).toBeLessThanOrEqual(12)
      expect(Math.min(...columns) / count).toBeLessThanOrEqual(frame.drawn.left)
      expect((Math.max(...columns) + 1) / count).toBeGreaterThanOrEqual(frame.drawn.right)
      expect(Math.min(...rows) / count).toBeLessThanOrEqual(Math.max(0, frame.drawn.top))
      expect((Math.max(...rows) + 1) / count).toBeGreaterThanOrEqual(Math.min(1, frame.drawn.bottom))
      for (const { tile, column } of tiles) expect(Math.abs((column - tile.x) % count)).toBe(0)
    }),
  )
})

test('nothing is drawn beyond the edge, and a shape inside is drawn to a unit', () => {
  const within = { left: 0, top: 0, right: 100, bottom: 100 }
  const point = fc.record({
    x: fc.integer({ min: -tileExtent, max: tileExtent }),
    y: fc.integer({ min: -tileExtent, max: tileExtent }),
  })
  fc.assert(
    fc.property(fc.array(point, { minLength: 3, maxLength: 12 }), (ring) => {
      const drawn = piecesOf([ring], { isArea: true, within, ...precisionOf('water') })
      for (const { x, y } of drawn.flatMap(({ d }) => pointsOf(d))) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x).toBeLessThanOrEqual(100)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y).toBeLessThanOrEqual(100)
      }
    }),
  )
  const square = [
    { x: 10, y: 10 },
    { x: 50, y: 10 },
    { x: 50, y: 30 },
    { x: 10, y: 30 },
  ]
  const [piece] = piecesOf([square], { isArea: true, within, step: 1, least: 3 })
  expect(piece).toEqual({ d: 'M10,10l40 0 0 20-40 0z', size: 800 })
})

test('a coast of a hundred thousand points is drawn with few, none of them two units off', () => {
  const within = { left: 0, top: 0, right: 2_000, bottom: 2_000 }
  const wave = Array.from({ length: 100_000 }, (_, index) => ({
    x: index / 50,
    y: 1_000 + 300 * Math.sin(index / 45_000),
  }))
  const [piece] = piecesOf([wave], { isArea: false, within, step: 1, least: 3 })
  const drawn = pointsOf(piece!.d)
  expect(drawn.length).toBeLessThan(400)
  for (const { x, y } of wave.filter((_, index) => index % 997 === 0)) {
    const next = drawn.findIndex((point) => point.x >= x)
    const [a, b] = [drawn[Math.max(0, next - 1)]!, drawn[next]!]
    const on = a.x === b.x ? a.y : a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x)
    expect(Math.abs(on - y)).toBeLessThan(2)
  }
})

test('fine detail is drawn around the frame only, and streets beyond it', () => {
  const frame = framed('srb100')
  const [fine, streets] = [cutOf('building', frame), cutOf('minor', frame)]
  expect(fine.left).toBeLessThan(0)
  expect(fine.right - fine.left).toBeCloseTo(frameUnits.width + 16, 6)
  expect(fine.bottom - fine.top).toBeCloseTo(frameUnits.height + 16, 6)
  expect(streets.left).toBeLessThan(fine.left)
  expect(streets.bottom).toBeGreaterThan(fine.bottom)
})

test('whose data a picture shows stays in sight where a page cuts it to a card, and below the cell', () => {
  fc.assert(
    fc.property(anyGeohash, (geohash) => {
      const frame = framed(geohash)
      const svg = drawCell({ frame, zoom: 14, hasStreets: true, paths: {}, labels: [] }, 'light', noOutlines)
      const [, y, size] =
        /<text id="credit" fill="[^"]+" x="400" y="(\d+)" text-anchor="middle" font-size="(\d+)"/
          .exec(svg)!
          .map(Number)
      // About a quarter of a line of text is below its baseline.
      expect(y! + size! / 4).toBeLessThanOrEqual(frameUnits.height / 2 + frameUnits.width / 2 / 2)
      expect(y! - (size! * 3) / 4).toBeGreaterThan(unitRect(frame, frame.cell).bottom)
    }),
  )
})

test('a page that shows the whole frame can ask for the credit in the corner, in pictures of every width', () => {
  const svg = drawCell(
    { frame: framed('srb100'), zoom: 14, hasStreets: true, paths: {}, labels: [] },
    'light',
    noOutlines,
  )
  expect(svg).toMatch(/^<svg [^>]*id="corner"/)
  expect(svg).toMatch(/#corner:target #credit-place\{[^}]*translate/)
  expect(svg).toMatch(/#credit-place:target\{[^}]*translate/)
  expect(svg).toMatch(/<g id="credit-place"><text id="credit"/)
  // Where only three names are shown, the credit is not hidden as one of the others.
  expect(svg).toContain('g:nth-of-type(n+4):not([id]){display:none}')
})

test('a picture stays small: the smallest buildings are left out first', () => {
  const piece = (size: number) => ({ d: 'M1,1l1 1'.repeat(5_000), size })
  const paths = joinPieces({ building: [piece(1), piece(9), piece(5), piece(7)], water: [piece(2)] })
  expect(paths.water).toHaveLength(40_000)
  expect(paths.building).toHaveLength(80_000)
})

test('a picture says whose data it shows, in both schemes', () => {
  const drawing = { frame: framed('srb100'), zoom: 14, paths: {}, labels: [] }
  for (const scheme of ['light', 'dark'] as const) {
    expect(drawCell({ ...drawing, hasStreets: true }, scheme, noOutlines)).toContain('© OpenStreetMap')
    expect(drawCell({ ...drawing, hasStreets: false }, scheme, noOutlines)).toContain('GeoNames')
  }
})

test('a cell that is too small to be seen is marked by a square of a fixed size in the middle, a larger one is not', () => {
  const draw = (geohash: string) =>
    drawCell(
      { frame: framed(geohash, 9 / 360), zoom: 6, hasStreets: false, paths: {}, labels: [] },
      'light',
      noOutlines,
    )
  expect(draw('u33dc0')).toContain('<rect x="389" y="239" width="22" height="22"')
  expect(draw('u33')).not.toContain('<circle')
})

test('a cell that reaches the pole is cut where the projection ends', () => {
  const box = boxOf(geohashBounds('z')!)
  expect(box.top).toBe(0)
  expect(unitRect(framed('z'), box).top).toBeGreaterThan(0)
})

function pointsOf(d: string): { x: number; y: number }[] {
  const [start, steps] = d.slice(1).replace('z', '').split('l')
  let [x, y] = start!.split(',').map(Number) as [number, number]
  const numbers = [...steps!.matchAll(/-?\d+/g)].map(Number)
  const points = [{ x, y }]
  for (let index = 0; index < numbers.length; index += 2) {
    x += numbers[index]!
    y += numbers[index + 1]!
    points.push({ x, y })
  }
  return points
}

test('names and credit form one group, which a narrow picture leaves out', () => {
  const label = { name: 'Lund', dot: { x: 1, y: 2 }, textX: 3, textY: 4, side: 'right' } as const
  const svg = drawCell(
    { frame: framed('u3cku5'), zoom: 14, hasStreets: true, paths: {}, labels: [label] },
    'light',
    noOutlines,
  )
  const names = svg.slice(svg.indexOf('<g id="names"'))
  expect(names.match(/<text/g)).toHaveLength(2)
  expect(svg.match(/<text/g)).toHaveLength(2)
  expect(svg).toContain('@media (max-width:200px){#names,#light{display:none}')
})

test('text of the typeface is drawn as an outline at its place, and other text as text', () => {
  const outlineOf = (text: string) =>
    text === 'Lund' ? { width: 500, d: ({ x, y }: { x: number; y: number }) => `M${x} ${y}z` } : undefined
  const labels = (['right', 'left', 'below'] as const).map((side) => ({
    name: 'Lund',
    dot: undefined,
    textX: 3,
    textY: 4,
    side,
  }))
  const svg = drawCell(
    {
      frame: framed('u3cku5'),
      zoom: 14,
      hasStreets: false,
      paths: {},
      labels: [...labels, { ...labels[0]!, name: '東京' }],
    },
    'light',
    outlineOf,
  )
  expect(
    [...svg.matchAll(/<svg x="3" y="4" overflow="visible"><title>Lund<\/title><path[^>]* d="(M[^"]*)"/g)].map(
      ([, d]) => d,
    ),
  ).toEqual([...['M0 87.5z', 'M-500 87.5z', 'M-250 237.5z']])
  expect(svg).toContain('>東京</text>')
  expect(svg).not.toContain('Lund</text>')
})

test('the dots of towns without a name are left out of small pictures', () => {
  const drawing = {
    frame: framed('u33dc0'),
    zoom: 7,
    hasStreets: false,
    paths: {},
    towns: 'M1,1h0',
    labels: [],
  }
  const svg = drawCell(drawing, 'dark', noOutlines)
  expect(svg).toContain('@media (max-width:559px){#towns{display:none}}')
  expect(svg).toContain('<path id="towns"')
})

test('the credit stands on a ground of its own and is about eleven pixels high in pictures of every width', () => {
  const svg = drawCell(
    { frame: framed('u3cku5'), zoom: 14, hasStreets: true, paths: {}, labels: [] },
    'light',
    () => ({ width: 1_500, d: () => 'M0 0z' }),
  )
  expect(svg).toMatch(/<rect id="chip"[^>]*fill="#f4f2ed"[^>]*\/><path id="credit"/)
  const steps = [
    ...svg.matchAll(/min-width:(\d+)px\)\{#names path#credit,#chip\{transform:scale\(([\d.]+)\)/g),
  ].map(([, from, scale]) => ({ from: Number(from), scale: Number(scale) }))
  const scaleAt = (width: number) => steps.findLast(({ from }) => from <= width)!.scale
  for (let width = 205; width <= 1_200; width += 5) {
    const pixels = (scaleAt(width) * outlineSize * width) / frameUnits.width
    expect(pixels).toBeGreaterThan(9.5)
    expect(pixels).toBeLessThan(12.5)
  }
})
