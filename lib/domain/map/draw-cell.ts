import { type CellFrame, frameUnits } from '#lib/domain/map/cell-frame'
import type { ShapeClass } from '#lib/domain/map/map-classes'
import { cellColors, type MapColor, palettes, type Scheme } from '#lib/domain/map/palette'
import { joinLargest, type PathPiece, type Precision, type Rect } from '#lib/domain/map/svg-path'
import { escapeXml } from '#lib/domain/text/escape-xml'

/** A named place, in units: its dot, and the position of its text. */
export type MapLabel = {
  name: string
  x: number
  y: number
  textX: number
  textY: number
  anchor: 'start' | 'middle'
}

/** The content of a picture of a cell, in units: path data by class, and names. The same in both colour schemes. */
export type CellDrawing = {
  frame: CellFrame
  zoom: number
  /** False for the overview of the world. */
  hasStreets: boolean
  paths: Partial<Record<ShapeClass, string>>
  labels: readonly MapLabel[]
}

type Paint = { fill: MapColor } | { stroke: MapColor; width: number; casing?: true; dash?: string }

/** From the lowest to the highest. Widths are pixels at zoom 15. */
const paints: readonly [ShapeClass, Paint][] = [
  ['earth', { fill: 'map-land' }],
  ['green', { fill: 'map-green' }],
  ['park', { fill: 'map-park' }],
  ['water', { fill: 'map-water' }],
  ['stream', { stroke: 'map-water', width: 1.5 }],
  ['coast', { stroke: 'map-coast', width: 0.8 }],
  ['border', { stroke: 'map-border', width: 1, dash: '8 5' }],
  ['building', { fill: 'map-building' }],
  ['path', { stroke: 'map-path', width: 0.8 }],
  ['rail', { stroke: 'map-rail', width: 1, dash: '8 5' }],
  ['minor', { stroke: 'map-street', width: 2.2, casing: true }],
  ['medium', { stroke: 'map-street', width: 3.2, casing: true }],
  ['major', { stroke: 'map-major', width: 4.2, casing: true }],
  ['highway', { stroke: 'map-major', width: 5, casing: true }],
]
/** A cell that is smaller than this in the picture gets a ring around it, so that it can be found. */
const smallUnits = 24
/**
 * In a narrow picture, such as the one of a row in a list, the names and the credit could not be read: they are left out. In a wide
 * one the credit would be as large as a headline.
 */
const textStyle =
  '<style>@media (max-width:200px){#names{display:none}}@media (min-width:500px){#credit{font-size:15px}}</style>'
/** The baseline of the credit: below the cell, and in sight where a page cuts the picture to half its width. */
export const creditY = 444
const creditSize = 22

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
 */
export function drawCell({ frame, zoom, hasStreets, paths, labels }: CellDrawing, scheme: Scheme): string {
  const color = palettes[scheme]
  const drawn = unitRect(frame)
  const times = widthTimes(zoom)
  const streets = paints.flatMap(([name, paint]) => {
    const d = paths[name]
    if (!d) return []
    const { step } = precisionOf(name)
    const scale = step === 1 ? '' : ` transform="scale(${step})"`
    if ('fill' in paint) return [`<path${scale} fill="${color[paint.fill]}" d="${d}"/>`]
    const width = Math.max(1, paint.width * times * 2)
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
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${frameUnits.width} ${frameUnits.height}" preserveAspectRatio="xMidYMid">`,
    textStyle,
    // Nothing is known beyond the edge of a street archive: it is drawn as land.
    `<svg ${attributes(drawn)} viewBox="${box(drawn)}">`,
    `<rect ${attributes(drawn)} fill="${color[hasStreets ? 'map-land' : 'map-water']}"/>`,
    '<g stroke-linejoin="round" stroke-linecap="round">',
    ...streets,
    '</g></svg>',
    cellMark(unitRect(frame, frame.cell), cellColors[scheme], scheme),
    `<g id="names" font-size="24" font-family="ui-sans-serif,system-ui,sans-serif" fill="${color['map-label']}">`,
    ...labels.map(
      ({ name, x, y, textX, textY, anchor }) =>
        `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="4"/><text x="${Math.round(textX)}" y="${Math.round(textY) + 8}" text-anchor="${anchor}" stroke="${color['map-land']}" stroke-width="5" stroke-linejoin="round" paint-order="stroke">${escapeXml(name)}</text>`,
    ),
    `<text id="credit" x="${frameUnits.width / 2}" y="${creditY}" text-anchor="middle" font-size="${creditSize}" stroke="${color['map-land']}" stroke-width="4" stroke-linejoin="round" paint-order="stroke">${hasStreets ? '© OpenStreetMap' : 'GeoNames, Natural Earth'}</text>`,
    '</g></svg>',
  ].join('')
}

function cellMark(rect: Rect, color: string, scheme: Scheme): string {
  const opacity = scheme === 'light' ? 0.16 : 0.22
  const cell = `<rect id="cell" ${attributes(rect)} fill="${color}" fill-opacity="${opacity}" stroke="${color}" stroke-width="2" vector-effect="non-scaling-stroke"/>`
  if (Math.max(rect.right - rect.left, rect.bottom - rect.top) >= smallUnits) return cell
  const [x, y] = [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2]
  return `${cell}<circle cx="${number(x)}" cy="${number(y)}" r="30" fill="${color}" fill-opacity="${opacity}" stroke="${color}" stroke-width="4"/>`
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
