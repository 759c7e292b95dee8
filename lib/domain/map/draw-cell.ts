import { type CellFrame, frameUnits } from '#lib/domain/map/cell-frame'
import type { ShapeClass } from '#lib/domain/map/map-classes'
import { cellColors, type MapColor, palettes, type Scheme } from '#lib/domain/map/palette'
import { joinLargest, type PathPiece, type Precision, type Rect } from '#lib/domain/map/svg-path'
import { escapeXml } from '#lib/domain/text/escape-xml'

/** The name of a place. Positions are in units. There is no dot where the mark of the cell would cover it. */
export type MapLabel = {
  name: string
  dot: { x: number; y: number } | undefined
  textX: number
  textY: number
  /** The text stands to the right of its position, to the left of it, or below it. */
  side: 'right' | 'left' | 'below'
}

/** The content of a picture of a cell, in units: path data by class, and names. The same in both colour schemes. */
export type CellDrawing = {
  frame: CellFrame
  zoom: number
  /** False for the overview of the world. */
  hasStreets: boolean
  paths: Partial<Record<ShapeClass, string>>
  /** Path data of a dot for each of the largest towns of an overview, also of those without a name in the picture. */
  towns?: string
  labels: readonly MapLabel[]
}

/** The size of text in the units of its outlines. Precise enough for text of 60 pixels, and a third smaller than in the units of the typeface. */
export const outlineSize = 250

/** A line of text as an outline: its width, and its SVG path data from a position on its baseline. */
export type TextOutline = { width: number; d: (from: { x: number; y: number }) => string }

/** The outline of text in a weight; `undefined` if the typeface lacks one of its characters. */
export type OutlineOf = (text: string, weight: 400 | 600) => TextOutline | undefined

type Paint =
  | { fill: MapColor }
  /** `width` is pixels at zoom 15, `units` the same at every zoom. */
  | { stroke: MapColor; width: number; casing?: true; dash?: string }
  | { stroke: MapColor; units: number; casing?: never; dash?: string }

/** From the lowest to the highest. */
const paints: readonly [ShapeClass, Paint][] = [
  ['earth', { fill: 'map-land' }],
  ['green', { fill: 'map-green' }],
  ['park', { fill: 'map-park' }],
  // Below lakes, because rivers run on through them.
  ['river', { stroke: 'map-coast', units: 2.5 }],
  ['water', { fill: 'map-water' }],
  ['stream', { stroke: 'map-water', width: 1.5 }],
  ['region', { stroke: 'map-border', units: 2.5, dash: '5 6' }],
  ['coast', { stroke: 'map-coast', units: 2 }],
  ['border', { stroke: 'map-border', units: 3, dash: '10 6' }],
  ['building', { fill: 'map-building' }],
  ['path', { stroke: 'map-path', width: 0.8 }],
  ['rail', { stroke: 'map-rail', width: 1, dash: '8 5' }],
  ['minor', { stroke: 'map-street', width: 2.2, casing: true }],
  ['medium', { stroke: 'map-street', width: 3.2, casing: true }],
  ['major', { stroke: 'map-major', width: 4.2, casing: true }],
  ['highway', { stroke: 'map-major', width: 5, casing: true }],
]
/** A cell that is smaller than this in the picture is marked by a square of this size with light around it, so that it can be found. */
const smallUnits = 22
/** In a picture as narrow as that of a row in a list, the mark of a cell is enlarged to this width, but at most by this factor. */
const narrow = { units: 130, times: 3.6 }
export const lightUnits = 38

/** Text sizes in units. With the rules of `style`, in a picture at least 240 pixels wide, names are 12 to 17 pixels high. */
const sizes = { names: 28, credit: 22 }
/** The sizes in a picture of another width. */
const sizesAt = [
  { media: 'max-width:360px', names: 37 },
  {
    media: 'max-width:280px',
    names: 46,
    more: '#names g:nth-of-type(n+4):not([id]){display:none}',
  },
  { media: 'min-width:560px', names: 22 },
  { media: 'min-width:800px', names: 16 },
]
/** The credit is 11 pixels high, to a tenth, in pictures from these widths on. A narrower picture has none. */
const creditWidths = [0, 240, 290, 350, 420, 505, 605, 725, 870, 1045]
const creditPixels = 11
/** In the middle between a width and the next one, which is a fifth wider. */
const creditAt = (width: number) =>
  Math.round((creditPixels * frameUnits.width) / (Math.max(200, width) * 1.1))
/**
 * Text in a narrow picture is larger in units, so that it can be read; below 280 pixels there is room for three names only. One as
 * narrow as that of a row in a list has no text, and a larger mark.
 */
const style = (mark: number) =>
  [
    '<style>',
    ...sizesAt.map(
      ({ media, names, more = '' }) =>
        `@media (${media}){#names{font-size:${names}px}#names path{transform:scale(${times(names)})}${more}}`,
    ),
    ...creditWidths.map(
      (width) =>
        `@media (min-width:${width}px){#names path#credit,#chip{transform:scale(${times(creditAt(width))})}}`,
    ),
    cornerStyle,
    // In a small picture the dots of towns without a name look like dirt.
    '@media (max-width:559px){#towns{display:none}}',
    '@media (max-width:200px){#names,#light{display:none}',
    `#mark{transform:scale(${number(Math.max(1, Math.min(narrow.times, narrow.units / mark)))});transform-origin:${frameUnits.width / 2}px ${frameUnits.height / 2}px}}`,
    '</style>',
  ].join('')
/** How much an outline is enlarged to a size of text. */
const times = (size: number) => String(Math.round((size / outlineSize) * 1_000) / 1_000)
/**
 * A page that shows the whole frame asks for `#corner`: the credit stands in the lower right corner, below all names. A page that crops
 * only the height asks for `#credit-place`: the credit stands at the right. Other pages may crop a side.
 */
const cornerStyle =
  '#corner:target #credit-place{transform-box:fill-box;transform:translate(calc(370px - 50%),50px)}#credit-place:target{transform-box:fill-box;transform:translate(calc(370px - 50%),0)}'
/** The largest size of the first three names, and of the others. */
export const nameSizes = (order: number): number => (order < 3 ? 46 : 37)
/** The baseline of the credit: below the cell, and still visible on pages that crop the picture until it is twice as wide as high. */
export const creditY = 430

/** Buildings make up most of the bytes of a city, so they are drawn to a precision of two pixels, other shapes to half a pixel or one. */
export function precisionOf(name: ShapeClass): Precision {
  if (name === 'building') return { step: 4, least: 16 }
  return name === 'path' ? { step: 2, least: 24 } : { step: 1, least: 3 }
}

/** Decides which classes are drawn if there is too much, most important first. */
const byImportance: readonly ShapeClass[] = [
  ...paints.map(([name]) => name).filter((name) => name !== 'path' && name !== 'building'),
  ...(['path', 'building'] as const),
]
const maxCharacters = 140_000

/** Margin around the drawn box, so that the cut edge of a shape is not visible. */
const cutMargin = 8

/**
 * The box to which shapes of a class are cut. Fine detail is drawn in the frame only: most pages show no more, and it makes up most of the
 * bytes.
 */
export function cutOf(name: ShapeClass, frame: CellFrame): Rect {
  const isDetail = name === 'building' || name === 'path'
  const { left, top, right, bottom } = unitRect(frame, isDetail ? frame.frame : frame.drawn)
  return {
    left: left - cutMargin,
    top: top - cutMargin,
    right: right + cutMargin,
    bottom: bottom + cutMargin,
  }
}

/** Joins the pieces of each class, up to a limit that bounds the size of a picture. */
export function joinPieces(
  pieces: Readonly<Partial<Record<ShapeClass, readonly PathPiece[]>>>,
): CellDrawing['paths'] {
  let left = maxCharacters
  const paths: CellDrawing['paths'] = {}
  for (const name of byImportance) {
    const path = joinLargest(pieces[name] ?? [], left)
    left -= path.length
    paths[name] = path
  }
  return paths
}

/** The rectangle of a map that is drawn, in units of the picture, whose frame begins at 0, 0. */
export function unitRect(frame: CellFrame, box: Rect = frame.drawn): Rect {
  const { left, top } = frame.frame
  const units = (value: number, from: number) => (value - from) * frame.unitsPerWorld
  return {
    left: units(box.left, left),
    right: units(box.right, left),
    top: units(box.top, top),
    bottom: units(box.bottom, top),
  }
}

/**
 * Draws a map of a whole cell as SVG. The view box is the frame: the whole cell is visible at any size of the picture, and the area drawn
 * beyond the frame fills the rest.
 *
 * Text is drawn as outlines, because a page shows this as an image, which cannot load a font.
 */
export function drawCell(
  { frame, zoom, hasStreets, paths, towns, labels }: CellDrawing,
  scheme: Scheme,
  outlineOf: OutlineOf,
): string {
  const color = palettes[scheme]
  const drawn = unitRect(frame)
  const cell = unitRect(frame, frame.cell)
  const times = widthTimes(zoom)
  const streets = paints.flatMap(([name, paint]) => {
    const d = paths[name]
    if (!d) return []
    const { step } = precisionOf(name)
    const scale = step === 1 ? '' : ` transform="scale(${step})"`
    if ('fill' in paint) return [`<path${scale} fill="${color[paint.fill]}" d="${d}"/>`]
    const width = 'units' in paint ? paint.units : Math.max(1, paint.width * times * 2)
    const dash = paint.dash ? ` stroke-dasharray="${paint.dash}"` : ''
    const stroke = (name: MapColor, by: number) =>
      `fill="none" stroke="${color[name]}" stroke-width="${(by / step).toFixed(1)}"${dash}`
    const inside = `<path id="${name}"${scale} d="${d}"/>`
    return paint.casing
      ? [
          `<g ${stroke('map-casing', width + 2)}>${inside}</g>`,
          `<use href="#${name}" ${stroke(paint.stroke, width)}/>`,
        ]
      : [`<g ${stroke(paint.stroke, width)}>${inside}</g>`]
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" id="corner" viewBox="0 0 ${frameUnits.width} ${frameUnits.height}" preserveAspectRatio="xMidYMid">`,
    style(Math.max(smallUnits, cell.right - cell.left)),
    // Nothing is known beyond the edge of a street archive: it is drawn as land.
    `<svg ${attributes(drawn)} viewBox="${box(drawn)}">`,
    `<rect ${attributes(drawn)} fill="${color[hasStreets ? 'map-land' : 'map-water']}"/>`,
    '<g stroke-linejoin="round" stroke-linecap="round">',
    ...streets,
    ...(towns
      ? [`<path id="towns" fill="none" stroke="${color['map-border']}" stroke-width="5" d="${towns}"/>`]
      : []),
    '</g></svg>',
    `<g id="mark">${cellMark(cell, cellColors[scheme], scheme)}</g>`,
    `<g id="names" font-size="${sizes.names}" font-weight="600" font-family="ui-sans-serif,system-ui,sans-serif" fill="${color['map-place']}" stroke="${color['map-land']}" stroke-linejoin="round" paint-order="stroke">`,
    ...labels.map((label) => drawLabel(label, outlineOf)),
    `<g id="credit-place">${drawCredit(hasStreets ? '© OpenStreetMap' : 'GeoNames, Natural Earth', color, outlineOf)}</g>`,
    '</g></svg>',
  ].join('')
}

/** Where text begins, as a share of its width, and how far its baseline is below its position, as a share of its size. */
const sides = {
  right: { anchor: 'start', left: 0, down: 0.35 },
  left: { anchor: 'end', left: 1, down: 0.35 },
  below: { anchor: 'middle', left: 0.5, down: 0.95 },
} as const

function drawLabel({ name, dot, textX, textY, side }: MapLabel, outlineOf: OutlineOf): string {
  const { anchor, left, down } = sides[side]
  const [x, y] = [Math.round(textX), Math.round(textY)]
  const circle = dot
    ? `<circle cx="${Math.round(dot.x)}" cy="${Math.round(dot.y)}" r="5" stroke-width="3"/>`
    : ''
  const outline = outlineOf(name, 600)
  const text = outline
    ? drawOutline(name, outline, { x, y, left, down, size: sizes.names })
    : `<text x="${x}" y="${y}" dy="${down}em" text-anchor="${anchor}" stroke-width="5">${escapeXml(name)}</text>`
  return `<g>${circle}${text}</g>`
}

/** Its ground is nearly opaque, so that streets below it do not cross the letters. */
function drawCredit(text: string, color: Record<MapColor, string>, outlineOf: OutlineOf): string {
  const [x, y] = [frameUnits.width / 2, creditY]
  const look = `id="credit" fill="${color['map-label']}"`
  const outline = outlineOf(text, 400)
  if (outline) {
    const { width } = outline
    const ground = `<rect id="chip" transform="scale(${times(sizes.credit)})" x="${number(-width / 2 - 60)}" y="-240" width="${number(width + 120)}" height="330" rx="60" fill="${color['map-land']}" fill-opacity="0.85" stroke="none"/>`
    return drawOutline(text, outline, {
      x,
      y,
      left: 0.5,
      down: 0,
      size: sizes.credit,
      look: `${look} stroke="none"`,
      ground,
    })
  }
  return `<text ${look} x="${x}" y="${y}" text-anchor="middle" font-size="${sizes.credit}" font-weight="400" stroke-width="4">${text}</text>`
}

/** Only the path is scaled, so that `style` can change its size without moving it. The text is a title, for programs. */
function drawOutline(
  text: string,
  { width, d }: TextOutline,
  place: { x: number; y: number; left: number; down: number; size: number; look?: string; ground?: string },
): string {
  const { x, y, left, down, size, look, ground = '' } = place
  const from = { x: -width * left, y: down * outlineSize }
  return `<svg x="${x}" y="${y}" overflow="visible"><title>${escapeXml(text)}</title>${ground}<path${look ? ` ${look}` : ''} transform="scale(${times(size)})" stroke-width="45" d="${d(from)}"/></svg>`
}

function cellMark(rect: Rect, color: string, scheme: Scheme): string {
  const opacity = scheme === 'light' ? 0.12 : 0.16
  const cell = `<rect id="cell" ${attributes(rect)} fill="${color}" fill-opacity="${opacity}" stroke="${color}" stroke-width="2" vector-effect="non-scaling-stroke"/>`
  if (Math.max(rect.right - rect.left, rect.bottom - rect.top) >= smallUnits) return cell
  const [x, y] = [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2]
  const half = smallUnits / 2
  const square = attributes({ left: x - half, top: y - half, right: x + half, bottom: y + half })
  return `<circle id="light" cx="${number(x)}" cy="${number(y)}" r="${lightUnits}" fill="${color}" fill-opacity="${opacity}"/>${cell}<rect ${square} rx="3" fill="${color}" stroke="${palettes[scheme]['map-land']}" stroke-width="4" paint-order="stroke"/>`
}

function attributes({ left, top, right, bottom }: Rect): string {
  return `x="${number(left)}" y="${number(top)}" width="${number(right - left)}" height="${number(bottom - top)}"`
}

function box({ left, top, right, bottom }: Rect): string {
  return [left, top, right - left, bottom - top].map(number).join(' ')
}

function number(value: number): string {
  return String(Math.round(value * 100) / 100)
}

/** Streets narrow with the zoom, so that a whole city does not run together. */
function widthTimes(zoom: number): number {
  return Math.min(1.2, 1.45 ** (zoom - 15))
}
