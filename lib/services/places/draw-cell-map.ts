import 'server-only'
import { basemapMaxZoom, basemapTile } from '#lib/adapters/basemap/basemap'
import { citiesNear } from '#lib/adapters/basemap/cities-near'
import { kindOf, readNames, readShapes } from '#lib/adapters/basemap/read-shapes'
import { openStreets, type Streets, streetTile } from '#lib/adapters/basemap/streets'
import type { Context } from '#lib/adapters/context'
import { readLabelOutlines } from '#lib/adapters/label-outlines'
import { processValue } from '#lib/adapters/process-value'
import { createRecentCache, type RecentCache } from '#lib/adapters/recent-cache'
import { farthestCityKm, type NamedCity, townOfCell } from '#lib/domain/geo/cell-name'
import type { CellBounds } from '#lib/domain/geo/geohash'
import { centreOf, geohashBounds } from '#lib/domain/geo/geohash-area'
import { mercator, type Tile } from '#lib/domain/geo/tile'
import { type CellFrame, frameCell, tilesIn, zoomOf } from '#lib/domain/map/cell-frame'
import { type CellDrawing, cutOf, drawCell, joinPieces, precisionOf } from '#lib/domain/map/draw-cell'
import {
  type MapClass,
  overviewClasses,
  type ShapeClass,
  type StreetClass,
  streetClasses,
} from '#lib/domain/map/map-classes'
import type { Scheme } from '#lib/domain/map/palette'
import { pickLabels, pickStreetLabels } from '#lib/domain/map/pick-labels'
import { type PathPiece, piecesOf } from '#lib/domain/map/svg-path'

/**
 * The frame of an overview is at least this wide, as a part of the world's width, and has at least so many names: about 140 km (in Central
 * Europe), with rivers and the towns around the cell. Far from every town it is wider, up to the width of an ocean.
 */
const overviewFrames = [
  { minWidth: 2 / 360, leastNames: 3 },
  { minWidth: 9 / 360, leastNames: 1 },
  { minWidth: 30 / 360, leastNames: 1 },
  { minWidth: 90 / 360, leastNames: 0 },
] as const
const maxDrawnBytes = 32 * 2 ** 20

/** Streets that would run together are left out, by the zoom from which each class is drawn. */
const streetsFrom: Partial<Record<StreetClass, number>> = {
  building: 13,
  path: 14,
  minor: 12,
  medium: 10,
  stream: 11,
}

/** The places that a map of streets names, the most important first. */
const namedKinds = [
  ['city', 'town'],
  ['village', 'borough', 'suburb', 'quarter'],
  ['neighbourhood', 'macrohood', 'hamlet', 'square'],
]

const drawings = processValue<RecentCache<CellDrawing>>('cell maps')

/**
 * Draws the map of a whole cell, streets where the archive has them and the overview of the world elsewhere.
 *
 * @returns `undefined` unless `geohash` has one to six characters: nothing finer is ever drawn
 */
export async function drawCellMap(args: {
  ctx: Pick<Context, 'env'>
  input: { geohash: string; scheme: Scheme }
}): Promise<string | undefined> {
  const { ctx, input } = args
  const bounds = geohashBounds(input.geohash)
  if (!bounds) return undefined
  drawings.current ??= createRecentCache({ maxSize: maxDrawnBytes, sizeOf })
  const drawing = await drawings.current.get(input.geohash.toLowerCase(), async () => {
    const streets = await openStreets(ctx.env)
    if (streets && contains(streets.bounds, bounds)) return drawStreets(streets, bounds)
    return drawOverview(bounds, townOfCell(input.geohash, citiesNear(centreOf(bounds), farthestCityKm)))
  })
  return drawCell(drawing, input.scheme, await readLabelOutlines())
}

async function drawStreets(streets: Streets, bounds: CellBounds): Promise<CellDrawing> {
  const frame = frameCell(bounds)
  const zoom = zoomOf(frame, streets.maxZoom)
  const drawn = Object.fromEntries(
    Object.entries(streetClasses).filter(([name]) => zoom >= (streetsFrom[name as StreetClass] ?? 0)),
  )
  const paths = await collect(frame, zoom, drawn, (tile) => streetTile(streets, tile))
  const tiles = await Promise.all(
    tilesIn(frame.frame, zoom).map(async ({ tile, column }) => {
      const bytes = await streetTile(streets, tile)
      const place = placing(frame, zoom, column, tile)
      return (bytes ? readNames(bytes, 'places') : []).map(({ properties, ...point }) => ({
        ...place(point),
        name: String(properties['name:en'] ?? properties.name),
        size: 0,
        rank: namedKinds.findIndex((kinds) => kinds.includes(kindOf(properties))),
      }))
    }),
  )
  const labels = pickStreetLabels(tiles.flat().filter(({ rank }) => rank >= 0))
  return { frame, zoom, hasStreets: true, paths, labels }
}

/** @param town the one in the name of the cell */
async function drawOverview(
  bounds: CellBounds,
  town: NamedCity | undefined,
  [least, ...wider]: readonly { minWidth: number; leastNames: number }[] = overviewFrames,
): Promise<CellDrawing> {
  const frame = frameCell(bounds, { minWidth: least!.minWidth })
  const zoom = zoomOf(frame, basemapMaxZoom)
  const tiles = await Promise.all(
    tilesIn(frame.drawn, zoom).map(async ({ tile, column }) => {
      const place = placing(frame, zoom, column, tile)
      return readNames(await basemapTile(tile), 'place').map(({ properties, ...point }) => ({
        ...place(point),
        name: String(properties.name),
        size: Number(properties.size),
        rank: Number(properties.rank),
      }))
    }),
  )
  const towns = tiles.flat()
  const labels = pickLabels(frame, towns, town && placed(frame, town))
  if (labels.length < least!.leastNames) return drawOverview(bounds, town, wider)
  const paths = await collect(frame, zoom, overviewClasses, basemapTile)
  return { frame, zoom, hasStreets: false, paths, towns: dotsOf(towns), labels }
}

const mostDots = 400

/** Path data of a dot for each of the largest towns: lines without length, which round caps make visible. */
function dotsOf(towns: readonly { x: number; y: number; size: number }[]): string {
  const largest = towns.toSorted((a, b) => b.size - a.size).slice(0, mostDots)
  return largest.map(({ x, y }) => `M${Math.round(x)},${Math.round(y)}h0`).join('')
}

/** A town in units of the picture, on the side of the antimeridian that the frame is on. */
function placed({ frame, unitsPerWorld }: CellFrame, { name, longitude, latitude }: NamedCity) {
  const world = mercator(longitude, latitude)
  const x = world.x + Math.round((frame.left + frame.right) / 2 - world.x)
  return {
    name,
    size: 0,
    rank: 0,
    x: (x - frame.left) * unitsPerWorld,
    y: (world.y - frame.top) * unitsPerWorld,
  }
}

/** Reads the tiles of a frame one after another, and joins their shapes by class. */
async function collect(
  frame: CellFrame,
  zoom: number,
  classes: Readonly<Record<string, MapClass>>,
  read: (tile: Tile) => Promise<Uint8Array | undefined>,
): Promise<CellDrawing['paths']> {
  const pieces: Record<string, PathPiece[]> = {}
  for (const { tile, column } of tilesIn(frame.drawn, zoom)) {
    const bytes = await read(tile)
    if (!bytes) continue
    const place = placing(frame, zoom, column, tile)
    for (const { class: name, isArea, lines } of readShapes(bytes, classes)) {
      pieces[name] ??= []
      const shape = name as ShapeClass
      const options = { isArea, within: cutOf(shape, frame), ...precisionOf(shape) }
      const placed = lines.map((line) => line.map(place))
      for (const piece of piecesOf(placed, options)) pieces[name].push(piece)
    }
  }
  return joinPieces(pieces)
}

/** Turns parts of a tile into units of the picture. */
function placing({ frame, unitsPerWorld }: CellFrame, zoom: number, column: number, { y: row }: Tile) {
  const count = 2 ** zoom
  return ({ x, y }: { x: number; y: number }) => ({
    x: ((column + x) / count - frame.left) * unitsPerWorld,
    y: ((row + y) / count - frame.top) * unitsPerWorld,
  })
}

function contains(outer: CellBounds, inner: CellBounds): boolean {
  return (
    inner.west >= outer.west &&
    inner.east <= outer.east &&
    inner.south >= outer.south &&
    inner.north <= outer.north
  )
}

function sizeOf({ paths, towns = '' }: CellDrawing): number {
  return Object.values(paths).reduce((sum, path) => sum + path.length, 1_000 + towns.length)
}
